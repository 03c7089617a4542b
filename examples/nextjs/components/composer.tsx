import { useState, type FormEvent } from 'react';

interface ComposerProps {
  readonly isWorking: boolean;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
}

export function Composer({ isWorking, onSend, onStop }: ComposerProps) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWorking || text.trim() === '') return;
    onSend(text.trim());
    setText('');
  };
  return (
    <form className="composer" onSubmit={submit}>
      <input
        aria-label="Message"
        placeholder="What shall I write?"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {isWorking ? (
        <button type="button" onClick={onStop}>
          Stop
        </button>
      ) : (
        <button type="submit">Send</button>
      )}
    </form>
  );
}
