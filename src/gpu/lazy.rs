//! Values that are made at their first use.

use std::sync::{Arc, Mutex, PoisonError};

/// A value that is made at its first use and shared by all users; after `forget` it is made again.
pub(super) struct Lazy<T>(Mutex<Option<Arc<T>>>);

impl<T> Default for Lazy<T> {
    fn default() -> Lazy<T> {
        Lazy(Mutex::default())
    }
}

impl<T> Lazy<T> {
    pub(super) fn get(&self, make: impl FnOnce() -> T) -> Arc<T> {
        self.place().get_or_insert_with(|| Arc::new(make())).clone()
    }

    pub(super) fn forget(&self) {
        *self.place() = None;
    }

    fn place(&self) -> std::sync::MutexGuard<'_, Option<Arc<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
