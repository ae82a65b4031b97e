import { useState, useSyncExternalStore } from 'react'
import { later } from '../loading/later.ts'
import { type OpenQuestion, questions } from './ask.ts'
import { WhenOpen } from './when-open.tsx'

const ConfirmDialog = later(() => import('./confirm-dialog.tsx').then((m) => m.ConfirmDialog))

/** Shows the questions of `ask`; once, in the page frame. */
export function AskHost() {
  const question = useSyncExternalStore(questions.subscribe, questions.current, () => null)
  const [last, setLast] = useState<OpenQuestion>()
  if (question && question !== last) setLast(question)
  return (
    <WhenOpen open={question !== null}>
      <ConfirmDialog
        open={question !== null}
        sentence={last?.sentence ?? ''}
        yes={last?.yes}
        no={last?.no}
        danger={last?.danger}
        onYes={() => question?.answer(true)}
        onNo={() => question?.answer(false)}
      >
        {last?.more}
      </ConfirmDialog>
    </WhenOpen>
  )
}
