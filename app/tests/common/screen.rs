//! A screen without a monitor: the test's own X server, its windows, and simulated keys and pointer.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ClientMessageEvent, ConfigureWindowAux,
    ConnectionExt as _, EventMask, ImageFormat, InputFocus, KEY_PRESS_EVENT, KEY_RELEASE_EVENT,
    MOTION_NOTIFY_EVENT, Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

use super::kasuri;
use super::picture::Pixels;

/// Generous, because the machine may be busy with other things.
const PATIENCE: Duration = Duration::from_secs(300);

/// An X server without a monitor.
pub(crate) struct Screen {
    server: Child,
    name: String,
    x: RustConnection,
    root: Window,
}

impl Screen {
    pub(crate) fn new() -> Screen {
        // A server that gets a number locks it. A server that chooses its number does not, so two that start together
        // may choose the same one.
        static NEXT: AtomicU32 = AtomicU32::new(0);
        loop {
            let taken = NEXT.fetch_add(1, Ordering::Relaxed);
            let name = format!(":{}", 100 + (std::process::id() * 16 + taken) % 50_000);
            if let Some(screen) = Screen::named(name) {
                return screen;
            }
        }
    }

    /// Starts a server with a name; `None` if the name is already taken.
    fn named(name: String) -> Option<Screen> {
        let mut command = Command::new("Xvfb");
        command.args([&name, "-screen", "0", "2560x1440x24", "-nolisten", "tcp"]);
        let server = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let Ok(mut server) = server else {
            panic!("these tests show windows on Xvfb; apt-get install xvfb brings it");
        };
        let lock = format!("/tmp/.X{}-lock", &name[1..]);
        let is_ours = |id: u32| fs::read_to_string(&lock).is_ok_and(|text| text.trim() == id.to_string());
        let (x, screen) = wait("an X server", || match server.try_wait().unwrap() {
            Some(_) => Some(None),
            None if is_ours(server.id()) => x11rb::connect(Some(&name)).ok().map(Some),
            None => None,
        })?;
        let root = x.setup().roots[screen].root;
        Some(Screen { server, name, x, root })
    }

    /// Runs the program in a folder, and waits for its window.
    pub(crate) fn open(&self, folder: &Path, arguments: &[&str]) -> Viewer<'_> {
        self.open_with(folder, arguments, |_| ())
    }

    /// Changes the command with `with`, then does the same.
    pub(crate) fn open_with(
        &self,
        folder: &Path,
        arguments: &[&str],
        with: impl FnOnce(&mut Command),
    ) -> Viewer<'_> {
        let mut command = kasuri(folder);
        let runtime = software_gpu(&mut command);
        with(&mut command);
        let said = runtime.path().join("said");
        command.stderr(File::create(&said).unwrap());
        let mut program =
            command.args(arguments).env("DISPLAY", &self.name).env_remove("WAYLAND_DISPLAY").spawn().unwrap();
        let window = wait("a window", || {
            if let Some(status) = program.try_wait().unwrap() {
                panic!("no window, but {status}: {}", fs::read_to_string(&said).unwrap());
            }
            self.window()
        });
        Viewer { screen: self, program, window, runtime }
    }

    /// Stops the server, so that every window on it loses its display.
    pub(crate) fn go_away(&self) {
        // Without SIGKILL, because that would leave the server's lock behind.
        let server = self.server.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &server]).status().unwrap().success());
    }

    /// Finds the window whose title begins with Kasuri.
    fn window(&self) -> Option<Window> {
        let children = self.x.query_tree(self.root).unwrap().reply().unwrap().children;
        children
            .into_iter()
            .find(|&window| self.title(window).is_some_and(|title| title.starts_with("Kasuri")))
    }

    fn title(&self, window: Window) -> Option<String> {
        let (name, text) = (AtomEnum::WM_NAME, AtomEnum::ANY);
        let reply = self.x.get_property(false, window, name, text, 0, 256).ok()?.reply().ok()?;
        String::from_utf8(reply.value).ok()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        if matches!(self.server.try_wait(), Ok(None)) {
            self.go_away();
        }
        let _ = self.server.wait();
    }
}

/// The program with its window open.
pub(crate) struct Viewer<'s> {
    screen: &'s Screen,
    program: Child,
    window: Window,
    runtime: TempDir,
}

impl Viewer<'_> {
    fn x(&self) -> &RustConnection {
        &self.screen.x
    }

    pub(crate) fn title(&self) -> String {
        self.screen.title(self.window).unwrap()
    }

    /// Returns the window's width and height.
    pub(crate) fn size(&self) -> [usize; 2] {
        let found = self.x().get_geometry(self.window).unwrap().reply().unwrap();
        [found.width.into(), found.height.into()]
    }

    pub(crate) fn resize(&self, [width, height]: [u32; 2]) {
        let size = ConfigureWindowAux::new().width(width).height(height);
        self.x().configure_window(self.window, &size).unwrap().check().unwrap();
    }

    /// Returns what the window shows.
    pub(crate) fn look(&self) -> Pixels {
        let [width, height] = self.size();
        let image =
            self.x().get_image(ImageFormat::Z_PIXMAP, self.window, 0, 0, width as u16, height as u16, !0);
        let bgrx = image.unwrap().reply().unwrap().data;
        let rgb = bgrx.as_chunks().0.iter().map(|&[b, g, r, _]| [r, g, b]).collect();
        Pixels { width, rgb }
    }

    /// Waits until the window shows the expected picture.
    pub(crate) fn shows(&self, what: &str, is_shown: impl Fn(&Pixels) -> bool) -> Pixels {
        wait(what, || Some(self.look()).filter(&is_shown))
    }

    /// Waits until the picture stays the same for a while, and returns it.
    pub(crate) fn rests(&self) -> Pixels {
        wait("a picture that stays", || {
            let before = self.look();
            std::thread::sleep(Duration::from_millis(300));
            let now = self.look();
            (now.width == before.width && now.height() == before.height() && now.differ(&before) == 0)
                .then_some(now)
        })
    }

    /// Returns its standard error so far.
    fn said(&self) -> String {
        fs::read_to_string(self.runtime.path().join("said")).unwrap()
    }

    /// Waits until its standard error contains some words so many times.
    pub(crate) fn says(&self, words: &str, count: usize) {
        wait(words, || (self.said().matches(words).count() >= count).then_some(()));
    }

    /// Waits until the title is the expected one.
    pub(crate) fn is_titled(&self, what: &str, is_right: impl Fn(&str) -> bool) {
        wait(what, || is_right(&self.title()).then_some(()));
    }

    /// Hides the window, as minimising does, and shows it again.
    pub(crate) fn hide(&self) {
        self.x().unmap_window(self.window).unwrap().check().unwrap();
    }

    pub(crate) fn unhide(&self) {
        self.x().map_window(self.window).unwrap().check().unwrap();
        wait("the window to be there again", || {
            self.x().get_image(ImageFormat::Z_PIXMAP, self.window, 0, 0, 1, 1, !0).unwrap().reply().ok()
        });
    }

    /// Presses and releases a key, given by the character or the number of its symbol.
    pub(crate) fn press(&self, symbol: u32) {
        // There is no window manager that would set the focus.
        // A window that is not shown yet is refused.
        let time = x11rb::CURRENT_TIME;
        wait("the keys", || {
            let asked = self.x().set_input_focus(InputFocus::PARENT, self.window, time).unwrap().check();
            let has_focus = || self.x().get_input_focus().unwrap().reply().unwrap().focus == self.window;
            (asked.is_ok() && has_focus()).then_some(())
        });
        let key = self.key(symbol);
        self.fake(KEY_PRESS_EVENT, key, [0, 0]);
        self.fake(KEY_RELEASE_EVENT, key, [0, 0]);
    }

    /// Quits a game, which asks first.
    pub(crate) fn quit(&self) {
        self.press('q'.into());
        self.press('q'.into());
    }

    /// Presses a key and keeps it down, or releases it.
    pub(crate) fn hold(&self, symbol: u32, is_down: bool) {
        self.fake(if is_down { KEY_PRESS_EVENT } else { KEY_RELEASE_EVENT }, self.key(symbol), [0, 0]);
    }

    /// Saves what the window shows as a picture, for people to look at.
    pub(crate) fn keep(&self, name: &str) -> Pixels {
        let seen = self.look();
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("window-{name}.png"));
        seen.write(&path);
        seen
    }

    fn key(&self, symbol: u32) -> u8 {
        let setup = self.x().setup();
        let (least, most) = (setup.min_keycode, setup.max_keycode);
        let map = self.x().get_keyboard_mapping(least, most - least + 1).unwrap().reply().unwrap();
        let each = usize::from(map.keysyms_per_keycode);
        let at = map.keysyms.chunks(each).position(|symbols| symbols[0] == symbol).unwrap();
        least + at as u8
    }

    /// Moves the pointer between two positions in the window with a button held.
    pub(crate) fn drag(&self, from: [i16; 2], to: [i16; 2]) {
        self.point(from);
        self.fake(BUTTON_PRESS_EVENT, 1, [0, 0]);
        self.point([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
        self.point(to);
        self.fake(BUTTON_RELEASE_EVENT, 1, [0, 0]);
    }

    /// Turns the wheel one notch up or down at a position.
    pub(crate) fn scroll(&self, at: [i16; 2], is_up: bool) {
        self.point(at);
        let button = if is_up { 4 } else { 5 };
        self.fake(BUTTON_PRESS_EVENT, button, [0, 0]);
        self.fake(BUTTON_RELEASE_EVENT, button, [0, 0]);
    }

    fn point(&self, [x, y]: [i16; 2]) {
        let found =
            self.x().translate_coordinates(self.window, self.screen.root, x, y).unwrap().reply().unwrap();
        self.fake(MOTION_NOTIFY_EVENT, 0, [found.dst_x, found.dst_y]);
        // A pause between events, as with a real hand.
        std::thread::sleep(Duration::from_millis(30));
    }

    fn fake(&self, kind: u8, detail: u8, [x, y]: [i16; 2]) {
        let faked = self.x().xtest_fake_input(kind, detail, x11rb::CURRENT_TIME, self.screen.root, x, y, 0);
        faked.unwrap().check().unwrap();
    }

    /// Asks the window to close, as the desktop's close button does.
    pub(crate) fn close(&self) {
        let atom = |name: &[u8]| self.x().intern_atom(false, name).unwrap().reply().unwrap().atom;
        let data = [atom(b"WM_DELETE_WINDOW"), x11rb::CURRENT_TIME, 0, 0, 0];
        let message = ClientMessageEvent::new(32, self.window, atom(b"WM_PROTOCOLS"), data);
        let sent = self.x().send_event(false, self.window, EventMask::NO_EVENT, message);
        sent.unwrap().check().unwrap();
    }

    /// Waits for the program to end. Returns its status and its standard output.
    pub(crate) fn ends(self) -> (Option<i32>, String) {
        let (code, out, _) = self.ends_saying();
        (code, out)
    }

    /// Does the same, and also returns its standard error.
    pub(crate) fn ends_saying(mut self) -> (Option<i32>, String, String) {
        wait("the end", || self.program.try_wait().unwrap());
        let mut out = String::new();
        self.program.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        (self.program.wait().unwrap().code(), out, self.said())
    }
}

/// Makes a command use the software GPU, if it is installed. The caller has to keep the returned folder meanwhile.
pub(crate) fn software_gpu(command: &mut Command) -> TempDir {
    let runtime = TempDir::new().unwrap();
    command.env("XDG_RUNTIME_DIR", runtime.path());
    // SwiftShader, one of the two software GPUs that test the kernels, does not support windows and crashes on them.
    let can_show = |drivers: String| !drivers.contains("swiftshader");
    if !std::env::var("VK_ICD_FILENAMES").is_ok_and(can_show)
        && let Ok(drivers) = fs::read_dir("/usr/share/vulkan/icd.d")
    {
        let is_software = |path: &PathBuf| path.to_string_lossy().contains("/lvp_icd.");
        if let Some(software) = drivers.flatten().map(|driver| driver.path()).find(is_software) {
            command.env("VK_ICD_FILENAMES", software);
        }
    }
    runtime
}

/// Repeats until there is an answer.
pub(crate) fn wait<T>(what: &str, mut answer: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(answer) = answer() {
            return answer;
        }
        assert!(start.elapsed() < PATIENCE, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
