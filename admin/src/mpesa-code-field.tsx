import { Field, Input } from '@twende/ui/controls/field.tsx'

type MpesaCodeFieldProps = {
  hint: string
  error: string | undefined
  value: string
  onChange: (code: string) => void
}

/** An M-Pesa code, in capitals and without spaces however it is typed. */
export function MpesaCodeField({ hint, error, value, onChange }: MpesaCodeFieldProps) {
  return (
    <Field label="M-Pesa code" hint={hint} error={error}>
      <Input
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={10}
        className="figures"
        value={value}
        onChange={({ target }) => onChange(target.value.toUpperCase().replace(/\s/g, ''))}
      />
    </Field>
  )
}
