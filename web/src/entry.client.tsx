import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { settleBackOffice } from './frame/back-office.ts'

// Whoever cannot fetch the back office's route table gets the page without it.
settleBackOffice().then(wake, wake)

function wake() {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
}
