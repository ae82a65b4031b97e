import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode }

/**
 * Stands around the page that reports an error. If that page fails as well, in the frame around it perhaps, plain words
 * are shown; they use nothing that could fail again.
 */
export class LastBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main role="alert" className="px-4 py-12 text-center">
        <h1 className="title">Unexpected Application Error!</h1>
        <p className="mt-4">
          This page could not be shown. Please{' '}
          {/* biome-ignore lint/a11y/useValidAnchor: an empty address is the page itself */}
          <a href="" className="underline">
            load it again
          </a>
          .
        </p>
      </main>
    )
  }
}
