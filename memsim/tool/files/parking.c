/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The open files of parking.h. */
#include "parking.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_vki.h"

#include "tool/base/syscalls.h"

enum { DATAGRAMS = 2, PEEK = 2, CLOSE_ON_EXEC = 0x40000000 };

/* A message of one byte, and the descriptors that go with it. */
struct message {
    struct vki_msghdr head;
    struct vki_iovec piece;
    HChar byte;
    struct {
        struct vki_cmsghdr head;
        Int fd[MSIM_PARKING_MAX];
    } rights;
};

static void init(struct message *message, UInt used)
{
    VG_(memset)(message, 0, sizeof *message);
    message->piece.iov_base = &message->byte;
    message->piece.iov_len = 1;
    message->head.msg_iov = &message->piece;
    message->head.msg_iovlen = 1;
    message->head.msg_control = &message->rights;
    message->head.msg_controllen = sizeof message->rights.head + used * sizeof(Int);
    message->rights.head.cmsg_len = message->head.msg_controllen;
    message->rights.head.cmsg_level = VKI_SOL_SOCKET;
    message->rights.head.cmsg_type = VKI_SCM_RIGHTS;
}

/* The sender is closed; what it sent stays in the queue. */
Int msim_park(const Int *fd, UInt used)
{
    Int end[2];
    struct message message;
    if (msim_socket_pair(VKI_AF_UNIX, DATAGRAMS, end) < 0)
        return -1;
    init(&message, used);
    VG_(memcpy)(message.rights.fd, fd, used * sizeof *fd);
    Bool sent = msim_send_message(end[0], &message.head, VKI_MSG_NOSIGNAL) == 1;
    VG_(close)(end[0]);
    if (sent)
        return msim_hide(end[1]);
    VG_(close)(end[1]);
    return -1;
}

Bool msim_parked(Int parking, Int *fd, UInt used)
{
    struct message message;
    init(&message, used);
    if (msim_receive_message(parking, &message.head, PEEK | CLOSE_ON_EXEC) != 1)
        return False;
    SizeT got = message.head.msg_controllen < sizeof message.rights.head
                    ? 0
                    : (message.rights.head.cmsg_len - sizeof message.rights.head) / sizeof *fd;
    for (UInt i = 0; i < got && got < used; i++)
        VG_(close)(message.rights.fd[i]);
    if (got < used)
        return False;
    VG_(memcpy)(fd, message.rights.fd, used * sizeof *fd);
    return True;
}
