# Tidings. `make` lists the targets; each works on a machine that has only a Swift toolchain and apt (or brew).

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# What `make run` starts: the tool, and the sample apps with their extension that the simulated phones run.
RUN_PRODUCTS := tidings,SampleApp,SceneSampleApp,SampleServiceExtension
# On Linux Swift's runtime is linked in, for a program that starts sooner and holds less memory. The linker warns of a call of
# `mktemp` in Foundation; lld would not, but what it links holds two megabytes more.
RELEASE_FLAGS := -c release $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)
SWIFT_FOLDERS := Sources Tests Examples Fuzz Package.swift
ARGS ?=
.PHONY: help bootstrap build run test check rows format bench fuzz sanitize soak interop docs

help: ## List the targets.
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 12

bootstrap: ## Install the system packages that are missing (apt or brew); nothing when all are there.
	@scripts/bootstrap

build: bootstrap ## Build everything for debugging, tests included.
	swift build --build-tests

run: bootstrap ## Build in release and run the demo; ARGS="--exit --json" is passed on.
	@TIDINGS_ONLY=$(RUN_PRODUCTS) swift build $(RELEASE_FLAGS) >&2
	@exec .build/release/tidings demo $(ARGS)

test: bootstrap ## Run all tests; ARGS="--filter Parsing" is passed on.
	@scripts/test $(ARGS)

check: bootstrap ## Formatter findings, layers, requirements, Apple branches, documentation; tests are apart.
	swift format lint --strict --recursive --parallel $(SWIFT_FOLDERS)
	scripts/check-layers
	scripts/rows
	scripts/check-apple
	scripts/docs

rows: ## List each requirement with its tests; ARGS=--json for programs.
	@scripts/rows $(ARGS)

format: ## Format all Swift sources in place.
	swift format --in-place --recursive --parallel $(SWIFT_FOLDERS)

docs: bootstrap ## Build the documentation of the public modules into .build/docs.
	scripts/docs

bench: ## Measure in release mode beside peers of the same run; ARGS=--json for programs.
	@scripts/bootstrap bench
	@TIDINGS_ONLY=$(RUN_PRODUCTS) swift build $(RELEASE_FLAGS) >&2
	@exec .build/release/tidings bench $(ARGS)

interop: ## Hold client, simulated APNs, encryption and openapi.yaml to programs of others, and run documented commands (needs PyPI).
	@scripts/bootstrap interop
	@scripts/interop $(ARGS)

fuzz: bootstrap ## Fuzz what reads foreign input, a minute for each target; ARGS="600 HTTP2Input" for ten and one of them.
	@scripts/fuzz $(ARGS)

sanitize: bootstrap ## Run the tests of network and APNs under the address and thread sanitizers; ARGS=thread for one of them.
	@scripts/sanitize $(ARGS)

soak: bootstrap ## Random sequences on the client and of calls, kills amid messages and amid fan-outs; ARGS="client 500", "calls 500", "server 1", "fanout 2000 5 0".
	@scripts/soak $(ARGS)
