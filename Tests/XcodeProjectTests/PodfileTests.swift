import Foundation
import TestSupport
import Testing

@testable import XcodeProject

@Suite struct PodfileTests {
    private static let podfile = #"""
        require Pod::Executable.execute_command('node', ['-p',
          'require.resolve(
            "x/scripts/x.rb", {paths: [process.argv[1]]},
          )', __dir__]).strip
        =begin
        target 'Ferry' do
        =end
        # target 'Ferry' do
        platform :ios, '15.1'
        linkage = ENV['USE_FRAMEWORKS']
        if linkage != nil
          Pod::UI.puts "Configuring #{linkage.map { |x| "end #{x}" }} do".green
          use_frameworks! :linkage => linkage.to_sym
        end
        value = if linkage then 1 else 2 end
        puts 'x' if linkage unless value == :end
        while value > 2 do
          value -= 1
        end
        text = <<~END_TEXT
          end do target 'Ferry' do
        END_TEXT
        names = %w[do end if].map do |name| name.end.if end
        x = value =~ /do "end/ ? 1 : 2

        target 'Ferry' do
          config = use_native_modules!
          pod 'Other', :modular_headers => true, if: :do

          target 'FerryTests' do
            inherit! :complete
          end
          post_install do |installer|
            installer.pods_project.targets.each do |target|
              target.build_configurations.each { |c| c.build_settings['X'] = 'end' }
            end
          end
        end
        """#

    @Test(.rows("N34"))
    func `the pods come into the app's target, and the extension's target inside of it, before its end`() throws {
        let scratch = try Scratch("CocoaPods", ["Podfile": Self.podfile, "Ferry/Info.plist": ""])
        let plan = try scratch.add()
        let expected = Self.podfile.replacing(
            "    end\n  end\nend",
            with: """
                    end
                  end
                  %w[\(Pods.ofApp.joined(separator: " "))].each { |name| pod name, :path => 'tidings' }
                  target 'NotificationServiceExtension' do
                    inherit! :search_paths
                    %w[\(Pods.ofExtension.joined(separator: " "))].each { |name| pod name, :path => 'tidings' }
                  end
                end
                """)
        #expect(try scratch.read("Podfile") == expected)
        #expect(
            plan.notes.map(\.code).contains("pod_install") && plan.notes.map(\.code).contains("pod_platform_too_low"))
        let file = try scratch.project()
        #expect(!file.objects.contains { $0.isa.hasPrefix("XC") && $0.isa.contains("SwiftPackage") })
        #expect(file.objects("buildPhases", of: try file.target("NotificationServiceExtension")).count == 3)
        let targets = try PodfileText(Array(expected.utf8)).targets.map(\.name)
        #expect(targets == ["FerryTests", "NotificationServiceExtension", "Ferry"])
    }

    @Test(.rows("N34"))
    func `pods that are named already are not named twice, whoever wrote the targets`() throws {
        let own =
            "target 'App' do\n  pod 'Tidings' # ours\nend\ntarget \"NSE\" do\n  # pod 'TidingsServiceExtension'\nend\n"
        func added(_ text: String) throws -> String {
            let bytes = try PodfileText(Array(text.utf8)).adding(
                app: "App", appPods: "A", target: "NSE", targetPods: "E")
            return String(decoding: bytes, as: UTF8.self)
        }
        let once = try added(own)
        #expect(once == own.replacing("Extension'\nend", with: "Extension'\n  E\nend"))
        let all = own.replacing("# pod", with: "pod")
        #expect(try added(all) == all)
        #expect(
            try added("target 'App' do end")
                == "target 'App' do \n  A\n  target 'NSE' do\n    inherit! :search_paths\n    E\n  end\nend")
        #expect(try added("target 'App' do\r\nend\r\n").contains("  A\r\n"))
    }

    @Test(
        .rows("N34"),
        arguments: [
            ("target 'App' do\n", 1), ("target 'App' do\nend\nend\n", 3), ("target 'App' do\n  if x\nend\n", 1),
            ("\npod 'x\n", 2), ("%w[a b\n", 1),
        ])
    func `a Podfile whose blocks do not end is left alone with the line`(text: String, line: Int) {
        let error = #expect(throws: ProjectError.self) { _ = try PodfileText(Array(text.utf8)) }
        #expect(error?.code == .podfileUnbalanced)
        #expect(error?.line == line)
    }

    @Test func `an end that cannot be moved to a line of its own stops the change`() throws {
        let odd = try PodfileText(Array("target 'App' do\n  x = <<~E; end\nz\nE\n".utf8))
        #expect(odd.targets.map(\.name) == ["App"])
        #expect(
            code { _ = try odd.adding(app: "App", appPods: "A", target: "NSE", targetPods: "E") }
                == "podfile_unbalanced")
    }

    @Test func `a Podfile without the app is not touched: the package is used, and pods on demand are an error`() throws
    {
        let scratch = try Scratch("CocoaPods", ["Podfile": "target 'Else' do\nend\n", "Ferry/Info.plist": ""])
        #expect(code { try scratch.add { $0.usesPods = true } } == "podfile_without_app")
        try scratch.add()
        #expect(try scratch.read("Podfile") == "target 'Else' do\nend\n")
        #expect(try scratch.project().objects.contains { $0.isa == "XCLocalSwiftPackageReference" })
        let other = try Scratch("Classic")
        #expect(code { try other.add { $0.usesPods = true } } == "no_podfile")
    }

    @Test func `a repository is named with its tag, branch or commit, and quotes do not get out`() {
        let folder = URL(fileURLWithPath: "/a/ios")
        #expect(
            Pods.line(["x"], .repository("https://e.com/t", .version("1.0.0")), folder: folder)
                == "%w[x].each { |name| pod name, :git => 'https://e.com/t', :tag => '1.0.0' }")
        #expect(
            Pods.line(["x"], .repository("https://e.com/t", .branch("main")), folder: folder).contains(
                ":branch => 'main'"))
        #expect(
            Pods.line(["x"], .folder(URL(fileURLWithPath: "/a/it's")), folder: folder).contains(":path => '../it\\'s'"))
    }

    @Test func `taking away and another run leave the Podfile right`() throws {
        let scratch = try Scratch("CocoaPods", ["Podfile": Self.podfile, "Ferry/Info.plist": ""])
        let before = try scratch.tree()
        try scratch.add()
        #expect(try scratch.add { $0.force = true }.changes.isEmpty)
        try scratch.write("Podfile", "# more\n" + (try scratch.read("Podfile")))
        try scratch.remove()
        #expect(try scratch.read("Podfile") == "# more\n" + Self.podfile)
        try scratch.write("Podfile", Self.podfile)
        #expect(try scratch.tree() == before)
    }

    @Test func `no damaged Podfile stops the program`() {
        let bytes = Array(Self.podfile.utf8)
        var generator = SeededGenerator(seed: 3)
        for length in stride(from: 0, to: bytes.count, by: 7) { _ = try? PodfileText(Array(bytes.prefix(length))) }
        for _ in 0..<300 {
            var damaged = bytes
            damaged[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...127, using: &generator)
            _ = try? PodfileText(damaged)
        }
    }
}
