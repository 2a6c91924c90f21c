// The inside of a box with network: listens there, and hands every connection to the proxy outside. It decides nothing, and nobody
// trusts it: the programs of the box are of the same user.
import { createServer, Socket } from 'node:net';
import { openChannel } from './channel.ts';

const [port = '', handle = '', most = ''] = process.argv.slice(2);
const stream = new Socket({ fd: Number(handle), readable: true, writable: true });
const channel = openChannel(stream, { most: 0 });
stream.once('close', () => process.exit());

const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
  const connection = channel.open();
  client.on('error', () => connection.destroy());
  client.pipe(connection);
  connection.pipe(client);
  connection.once('close', () => client.destroySoon());
  client.once('close', () => connection.end(() => connection.destroy()));
});
server.maxConnections = Number(most);
server.listen(Number(port), '127.0.0.1', () => channel.ready());
