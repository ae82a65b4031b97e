import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import type { FieldPath, FieldValues } from 'react-hook-form'
import type { AppForm } from './use-app-form.ts'

/** For a form whose values are kept elsewhere: what is typed is handed over, and the fields follow what changes there. */
export function useKeptValues<Values extends FieldValues>(
  form: AppForm<Values>,
  kept: Values,
  onTyped: (some: Partial<Values>) => void,
) {
  const { watch, getValues, setValue, getFieldState } = form
  const hand = useEffectEvent(onTyped)
  useEffect(() => {
    const { unsubscribe } = watch((values, { name, type }) => {
      if (!name || type !== 'change') return
      const typed = { [name]: values[name] } as unknown as Partial<Values>
      // Kept before the next key: a render that comes later would put an older value back into the field.
      flushSync(() => hand(typed))
    })
    return unsubscribe
  }, [watch])
  useEffect(() => {
    for (const name of Object.keys(kept) as FieldPath<Values>[]) {
      if (getValues(name) === kept[name]) continue
      setValue(name, kept[name], { shouldValidate: getFieldState(name).invalid })
    }
  }, [kept, getValues, setValue, getFieldState])
}
