import { useEffect, useEffectEvent } from 'react'
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
      if (name && type === 'change') hand({ [name]: values[name] } as unknown as Partial<Values>)
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
