# What the podspecs have in common: each is one module, compiled with the settings of Package.swift.
#
# A test holds folders and dependencies to Package.swift. The module has the name that it has there; only the pod's is longer
# where the word alone would be anybody's.
TIDINGS_FOLDERS = {
  'TidingsLocking' => 'System/Locking', 'TidingsTimekeeping' => 'Shared/Timekeeping', 'TidingsPushModel' => 'Shared/PushModel',
  'TidingsPushCrypto' => 'Shared/PushCrypto', 'TidingsCore' => 'Client/TidingsCore',
  'TidingsNotifications' => 'Client/TidingsNotifications', 'Tidings' => 'Client/Tidings',
  'TidingsServiceExtension' => 'Client/TidingsServiceExtension', 'TidingsUI' => 'Client/TidingsUI',
  'TidingsContentExtension' => 'Client/TidingsContentExtension', 'TidingsCalls' => 'Client/TidingsCalls'
}.freeze

def tidings_podspec(name, summary, dependencies)
  Pod::Spec.new do |spec|
    spec.name = name
    spec.module_name = File.basename(TIDINGS_FOLDERS.fetch(name))
    spec.version = '0.1.0'
    spec.summary = summary
    # The repository has no public address yet; pods by :path and :git do not use this one.
    spec.homepage = 'https://example.com/tidings'
    spec.license = { :type => 'Apache-2.0', :file => 'LICENSE' }
    spec.author = 'The Tidings authors'
    spec.source = { :git => 'https://example.com/tidings.git', :tag => spec.version.to_s }
    spec.ios.deployment_target = '16.0'
    spec.swift_versions = ['6.0']
    spec.source_files = "Sources/#{TIDINGS_FOLDERS.fetch(name)}/**/*.swift"
    dependencies.each { |dependency| spec.dependency dependency }
    # Modules of one package see each other's package declarations by this name.
    flags = ['$(inherited)', '-package-name tidings']
    flags += %w[ExistentialAny MemberImportVisibility InternalImportsByDefault].map { |name| "-enable-upcoming-feature #{name}" }
    spec.pod_target_xcconfig = { 'OTHER_SWIFT_FLAGS' => flags.join(' ') }
  end
end
