// Kasuri in C++17: which objects of a game hit each other, to the pixel, exactly, the same on every machine.
//
// Objects. `World`, `Mask`, `Shape` and the others own an object of the library and free it. They can be moved, not copied.
// Where a call takes a `Solid` or an `Appearance`, it takes any object of the right kind, and keeps what it needs of it.
//
// Errors. A refused call throws `kasuri::Error`, which has the library's text and a code. With KASURI_NO_EXCEPTIONS defined
// before the include, every call returns a `kasuri::Expected` instead. A refused call has changed nothing.
//
// Lists. A call that lists items returns a `List`, in which the library wrote them directly. Give the list back to the next
// call, and it uses its memory again. Bodies, hits and other plain data are the structs of kasuri.h.
//
// Threads are as in kasuri.h: queries of one world may run at the same time, a change needs its object alone.
#ifndef KASURI_HPP
#define KASURI_HPP

#include "kasuri/batch.hpp"
#include "kasuri/det.hpp"
#include "kasuri/query.hpp"
#include "kasuri/record.hpp"
#include "kasuri/sheet.hpp"

#endif
