"""The frames of judge/message.h:  u32 length of the head | head, a JSON object | blobs, whose sizes are head["blobs"]."""
import json
import socket
import struct


class Wire:
    def __init__(self, number):
        self.socket = socket.socket(fileno=number)
        self.socket.set_inheritable(False)

    def take(self, count):
        parts = []
        while count > 0:
            part = self.socket.recv(min(count, 1 << 20))
            if not part:
                return None
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    def receive(self):
        """Head and blobs; None when the other side has closed."""
        length = self.take(4)
        if length is None:
            return None
        head = json.loads(self.take(struct.unpack("=I", length)[0]))
        return head, [self.take(size) for size in head.get("blobs", [])]

    def send(self, head, blobs=()):
        if blobs:
            head["blobs"] = [len(blob) for blob in blobs]
        text = json.dumps(head).encode()
        self.socket.sendall(struct.pack("=I", len(text)) + text)
        for blob in blobs:
            self.socket.sendall(blob)
