// Telling the server something.

/** Sends a message; gives back why it was refused, or nothing. */
export async function send(where, message) {
  try {
    const response = await fetch(where, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
    return response.ok ? '' : await response.text();
  } catch {
    return 'The server does not answer.';
  }
}
