import Foundation
import Testing
import XcodeProject

@testable import ProjectDoctor

@Suite struct SourceTests {
    private func file(_ text: String, _ path: String = "App.swift") -> SourceFile {
        SourceFile(Array(text.utf8), path: path)
    }

    @Test(arguments: [
        ("// call()", false), ("/* a /* b */ call() */", false), ("let a = \"call()\"", false),
        ("let a = \"\\(call())\"", false), ("let a = #\"\"call()\"\"#", false),
        ("let a = \"\"\"\n call()\n\"\"\"", false),
        ("let a = \"\\\"\"; call()", true), ("let a = \"\\(b[\"c\"])\"; call()", true), ("/* */ call()", true),
        ("let a = #\"\\\"#; call()", true),
    ])
    func `what stands in comments and texts is no code`(text: String, isCode: Bool) {
        #expect(file(text).mentions("call()") == isCode)
    }

    @Test func `texts of Objective-C and its comments are no code either`() {
        let text = "// it's\n NSString *a = @\"call()\"; char b = '\\''; [self run];"
        #expect(!file(text, "a.m").mentions("call()"))
        #expect(file(text, "a.m").mentions("[self run]"))
    }

    @Test func `texts within texts without end do not end the stack`() {
        let text = String(repeating: "\"\\(", count: 200_000)
        #expect(file(text).blocks.isEmpty)
        #expect(file(String(repeating: "{", count: 5000)).blocks.count == 5000)
    }

    @Test func `a file that is made to be slow is read all the same`() throws {
        var patient = Patient.healthy
        patient.files[Patient.appCode] =
            String(repeating: "class a @main struct b: didReceiveRemoteNotification let c = ", count: 400)
            + String(repeating: "func abcd() { abcd() } UNUserNotificationCenter.current().delegate = x\n", count: 60)
        patient.files[Patient.code] = String(repeating: "class a: UNNotificationServiceExtensio ", count: 800)
        #expect(try !patient.admit().findings().isEmpty)
    }

    private static let center = "UNUserNotificationCenter.current()"

    @Test(arguments: [
        ("init() { \(center).delegate = self }", DelegateAssignment.Moment.launch),
        ("override init() { super.init()\n if x { \(center).delegate = self } }", .launch),
        (
            "func application(_ a: B, willFinishLaunchingWithOptions c: D) -> Bool { \(center).delegate = self }",
            .launch
        ),
        (
            "func application(_ a: B, didFinishLaunchingWithOptions c: D) -> Bool {\n Task {\n \(center).delegate = self } }",
            .late("a closure of Task")
        ),
        ("override func viewDidLoad() { super.viewDidLoad()\n \(center).delegate = self }", .late("viewDidLoad")),
        ("var body: some View { Text(a).onAppear { \(center).delegate = self } }", .late("a closure of onAppear")),
        ("func start() { \(center).delegate = self }", .unknown),
        (
            "func start() { \(center).delegate = self }\noverride func viewDidAppear(_ a: Bool) { start() }",
            .late("viewDidAppear")
        ),
    ])
    func `the moment at which the delegate is set is told by what is around it`(
        code: String, moment: DelegateAssignment.Moment
    ) throws {
        let all = DelegateAssignment.all(in: [file("final class A {\n\(code)\n}")])
        #expect(all.map(\.moment) == [moment])
    }

    @Test func `the delegate is seen in Objective-C as well`() throws {
        let text = """
            @implementation AppDelegate
            - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
              UNUserNotificationCenter *center = [UNUserNotificationCenter currentNotificationCenter];
              center.delegate = self;
              return YES;
            }
            - (void)viewDidLoad { [UNUserNotificationCenter currentNotificationCenter].delegate = self; }
            @end
            """
        let all = DelegateAssignment.all(in: [file(text, "AppDelegate.m")])
        #expect(all.map(\.moment) == [.launch, .late("viewDidLoad")])
        #expect(all.map(\.line) == [4, 7])
    }
}
