#!/usr/bin/env python3
"""`slice.py MICROSECONDS PROGRAM …` runs a program with this slice of the scheduler, which its children inherit.

Needs Linux 6.12 or later: there, whoever has a shorter slice runs sooner after waking, and gets no more time in all.
"""
import ctypes
import os
import platform
import struct
import sys

# `sched_setattr(2)`. Its structure has a size, the policy (0: as usual), flags, the nice value, a priority, and for this
# policy the slice in nanoseconds as the runtime; the deadline and the period belong to other policies.
SCHED_SETATTR = {"x86_64": 314, "aarch64": 274}
SIZE = struct.calcsize("IIQiIQQQ")

slice_ns = int(sys.argv[1]) * 1000
attributes = struct.pack("IIQiIQQQ", SIZE, 0, 0, os.getpriority(os.PRIO_PROCESS, 0), 0, slice_ns, 0, 0)
libc = ctypes.CDLL(None, use_errno=True)
if libc.syscall(SCHED_SETATTR[platform.machine()], 0, ctypes.create_string_buffer(attributes, SIZE), 0):
    sys.exit(f"sched_setattr: {os.strerror(ctypes.get_errno())}")
os.execvp(sys.argv[2], sys.argv[2:])
