import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface SocksProxy {
  port: number;
  /** The `host:port` of each connection request. */
  targets: string[];
  close(): Promise<void>;
}

/** Starts a SOCKS5 proxy on loopback (RFC 1928), with or without name and password (RFC 1929). */
export async function startSocksProxy(login?: {
  user: string;
  password: string;
}): Promise<SocksProxy> {
  const targets: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    void serve(socket);
  });

  async function serve(socket: Socket): Promise<void> {
    const bytes = socket.iterator({ destroyOnReturn: false });
    let buffer = Buffer.alloc(0);
    const take = async (count: number): Promise<Buffer> => {
      while (buffer.length < count) {
        const { value, done } = await bytes.next();
        if (done) throw new Error('client left');
        buffer = Buffer.concat([buffer, value as Buffer]);
      }
      const taken = buffer.subarray(0, count);
      buffer = buffer.subarray(count);
      return taken;
    };
    try {
      const [, methods = 0] = await take(2);
      await take(methods);
      socket.write(Buffer.from([5, login ? 2 : 0]));
      if (login) {
        const [, userLength = 0] = await take(2);
        const user = (await take(userLength)).toString();
        const [passwordLength = 0] = await take(1);
        const password = (await take(passwordLength)).toString();
        const isAuthorized = user === login.user && password === login.password;
        socket.write(Buffer.from([1, isAuthorized ? 0 : 1]));
        if (!isAuthorized) return void socket.end();
      }
      await take(4);
      const host = [...(await take(4))].join('.');
      const port = (await take(2)).readUInt16BE();
      targets.push(`${host}:${port}`);
      await bytes.return?.();
      const upstream = connect({ port, host, noDelay: true });
      sockets.add(upstream);
      upstream.on('error', () => socket.end(Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])));
      upstream.on('connect', () => {
        socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
        upstream.pipe(socket).pipe(upstream);
      });
    } catch {
      socket.destroy();
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    targets,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
