//! The output of a command: standard output, or a file that appears complete or not at all.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::interrupt;
use crate::stop::Stop;

/// Refuses a file whose name does not end as its format demands. Devices and pipes may have any name.
pub(crate) fn needs_ending(path: &Path, endings: &[&str]) -> Result<(), Stop> {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let is_file = || fs::metadata(path).map_or(true, |found| found.is_file());
    if endings.contains(&&*ending) || !is_file() {
        return Ok(());
    }
    let mut all = endings.iter().map(|ending| format!(".{ending}")).collect::<Vec<_>>();
    let last = all.pop().unwrap_or_default();
    let all = if all.is_empty() { last } else { format!("{} or {last}", all.join(", ")) };
    Err(Stop::refused(&path.display().to_string(), format!("its name must end in {all}")))
}

/// Does the same for a command with a single format, where a name without an ending means that format.
pub(crate) fn may_end(path: &Path, endings: &[&str]) -> Result<(), Stop> {
    if path.extension().is_none() { Ok(()) } else { needs_ending(path, endings) }
}

/// An output that is open for writing.
pub(crate) enum Output {
    /// Standard output, a device or a pipe: written at once.
    Direct(BufWriter<Box<dyn Write>>),
    /// A file: written under another name in the same folder, and renamed when it is finished.
    Whole(BufWriter<NamedTempFile>, PathBuf),
}

impl Output {
    /// Opens standard output, or the file at a path. Without [`finish`](Output::finish) no file is left behind.
    pub(crate) fn open(path: Option<&Path>) -> io::Result<Output> {
        let Some(path) = path else {
            return Ok(Output::direct(io::stdout()));
        };
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if found.is_file() => {
                is_replaceable(path, &found)?;
                Output::whole(path.canonicalize()?, Some(&found))
            }
            Ok(_) => Ok(Output::direct(File::options().write(true).open(path)?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Output::whole(followed(path)?, None),
            Err(error) => Err(error),
        }
    }

    /// Finishes the output: flushes it, and gives a file its final name.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Output::Direct(mut writer) => writer.flush(),
            Output::Whole(writer, target) => {
                let path = writer.get_ref().path().to_path_buf();
                let done = writer.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| {
                    file.as_file().sync_all()?;
                    file.persist(&target).map(drop).map_err(|error| error.error)
                });
                interrupt::forget(&path);
                done.map_err(|error| at(&target, &error))
            }
        }
    }

    fn direct(writer: impl Write + 'static) -> Output {
        Output::Direct(BufWriter::with_capacity(1 << 16, Box::new(writer)))
    }

    fn whole(target: PathBuf, replaced: Option<&Metadata>) -> io::Result<Output> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".kasuri-");
        // The permissions follow the umask; temporary files are private by default.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let file = interrupt::watched(|| builder.tempfile_in(folder.unwrap_or(Path::new("."))))
            .map_err(|error| at(&target, &error))?;
        if let Some(replaced) = replaced {
            file.as_file().set_permissions(replaced.permissions())?;
        }
        Ok(Output::Whole(BufWriter::with_capacity(1 << 16, file), target))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Direct(writer) => writer.write(bytes),
            Output::Whole(writer, target) => writer.write(bytes).map_err(|error| at(target, &error)),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Direct(writer) => writer.flush(),
            // Nobody can see the file before it is finished.
            Output::Whole(..) => Ok(()),
        }
    }
}

/// Refuses to replace a file that is read-only, and one with other hard links: those would keep the old content.
fn is_replaceable(path: &Path, found: &Metadata) -> io::Result<()> {
    let refused = |why: &str| {
        Err(io::Error::new(io::ErrorKind::PermissionDenied, format!("{}: {why}", path.display())))
    };
    if found.permissions().readonly() {
        return refused("it is read-only; remove it, or write to another file");
    }
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::nlink(found) > 1 {
        return refused("it has other names (hard links); remove this one, or write to another file");
    }
    Ok(())
}

/// Adds the file's own name to an error: the user does not know the temporary name.
fn at(target: &Path, error: &io::Error) -> io::Error {
    let why = match (error.kind(), system_code(error)) {
        (io::ErrorKind::NotFound, _) => "there is no such folder".to_owned(),
        // The numbers that Unix systems have for a process, and for a system, without free handles.
        (_, Some(23 | 24)) if cfg!(unix) => {
            "no more files can be open; a higher limit is needed (ulimit -n)".to_owned()
        }
        // Rust has no kind for the rest, but the system has a text.
        (kind, Some(code)) if kind.to_string().contains("uncategorized") => {
            io::Error::from_raw_os_error(code).to_string()
        }
        (kind, _) => kind.to_string(),
    };
    io::Error::new(error.kind(), format!("{}: {why}", target.display()))
}

/// Returns the system's number of an error. An error of a temporary file has it only in its text.
fn system_code(error: &io::Error) -> Option<i32> {
    error.raw_os_error().or_else(|| {
        let text = error.to_string();
        let (_, number) = text.split_once("(os error ")?;
        number.split_once(')')?.0.parse().ok()
    })
}

/// Follows the symbolic links of a path to something that does not exist yet.
fn followed(path: &Path) -> io::Result<PathBuf> {
    // The number of links that Linux follows.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            // A relative link starts from the folder that contains it; joining an absolute one replaces the path.
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}
