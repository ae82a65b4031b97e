type AskForProof = () => Promise<boolean>

let asker: AskForProof | undefined
let asked: Promise<boolean> | undefined

/** Lets a page that has the dialog answer calls that need a fresh proof; undone by what it returns. */
export function answerProofRequests(ask: AskForProof): () => void {
  asker = ask
  return () => {
    asker = undefined
  }
}

/** Asks the person to prove themselves, once for all calls that wait; false where they would not or nothing can ask. */
export function askForProof(): Promise<boolean> {
  asked ??= (asker?.() ?? Promise.resolve(false)).finally(() => {
    asked = undefined
  })
  return asked
}
