const SUGGESTIONS = [
  'Write about the tides',
  'Work in parallel and write about old maps',
  'Plan the outline twice and write about knots',
];

/** What an empty chat shows: messages to begin with. */
export function Welcome({ onSend }: { readonly onSend: (text: string) => void }) {
  return (
    <div className="welcome">
      <h1>What shall we write?</h1>
      <p>The plan appears below while it is made, and stays when you reload.</p>
      <ul>
        {SUGGESTIONS.map((text) => (
          <li key={text}>
            <button type="button" onClick={() => onSend(text)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
