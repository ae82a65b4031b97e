type UnprintableLettersProps = {
  letters: readonly string[]
  says: (inputs: { letters: string }) => string
}

/** Letters that no font of a paper has, named before it is made. */
export function UnprintableLetters({ letters, says }: UnprintableLettersProps) {
  if (letters.length === 0) return null
  return (
    <p role="alert" className="rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
      {says({ letters: letters.join(' ') })}
    </p>
  )
}
