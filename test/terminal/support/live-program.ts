// A program that shows a live plan and does what it is told over a socket: `['update', plan]`, one command a line.
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { livePlan } from '../../../src/terminal/index.ts';

const [socketPath = ''] = process.argv.slice(2);
const live = livePlan(process.stdout);
const socket = connect(socketPath);

const commands: Readonly<Record<string, (value: never) => void>> = {
  update: live.update,
  log: live.log,
  write: live.write,
  stop: live.stop,
  print: (text: string) => console.log(text),
  listen: (signal: string) => void process.on(signal, () => live.log(`heard ${signal}`)),
  exit: (code: number) => process.exit(code),
  crash: (message: string) =>
    void setImmediate(() => {
      throw new Error(message);
    }),
};

for await (const line of createInterface({ input: socket })) {
  const [name, value] = JSON.parse(line) as [string, never]; // sent by the tests next door
  commands[name]?.(value);
  socket.write('done\n');
}
