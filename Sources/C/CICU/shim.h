/* Names ICU for the linker only: its headers and those of Foundation's own copy cannot be imported together. */
