/**
 * A parser of server-sent events that is fed the text of a stream piece by piece, however it is cut, and calls back with
 * the data of each event.
 *
 * Knows what the plan's stream needs: data, comments, and every kind of line end. The place of an event is in its data.
 */
export function createSseParser(onData: (data: string) => void): (text: string) => void {
  let rest = '';
  let data: string[] = [];
  return (text) => {
    rest += text;
    // A CR at the end may be half of a CRLF: it waits for what comes next.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const found = /^data(?:: ?(.*))?$/s.exec(line);
      if (found !== null) data.push(found[1] ?? '');
      if (line !== '') continue;
      if (data.length > 0) onData(data.join('\n'));
      data = [];
    }
  };
}
