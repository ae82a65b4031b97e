import { MOST_FEATURES } from '@twende/contract/listings/listing-choices.ts'
import { m } from '@twende/messages'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Field, Input } from '../controls/field.tsx'
import { toast } from '../controls/toast.ts'
import { commonFeatureLabels, featureLabel } from './feature-labels.ts'

type FeaturesEditorProps = {
  features: readonly string[]
  onChange: (features: readonly string[]) => void
  error?: string | undefined
}

/** A list of features, added by button, by Enter or from the usual ones. */
export function FeaturesEditor({ features, onChange, error }: FeaturesEditorProps) {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const full = features.length >= MOST_FEATURES

  const add = (feature: string) => {
    const { added, duplicate } = addFeature(features, feature)
    if (duplicate) return toast.warning(m.control_feature_duplicate(), 'feature')
    setTyped('')
    if (added) onChange(added)
  }
  const addTyped = () => {
    add(typed)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add(typed)
  }
  const remove = (feature: string) => {
    onChange(features.filter((kept) => kept !== feature))
    input.current?.focus()
  }
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:flex sm:items-start">
        <Field label={m.control_feature_label()} error={error} className="flex-1">
          <Input
            ref={input}
            name="feature"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={onKeyDown}
            maxLength={LONGEST_FEATURE}
            autoComplete="off"
            enterKeyHint="done"
            placeholder={m.control_feature_placeholder()}
            disabled={full}
          />
        </Field>
        <Button
          variant="secondary"
          onClick={addTyped}
          disabled={full}
          icon={<Plus aria-hidden="true" />}
          className="sm:mt-7"
        >
          {m.control_feature_add()}
        </Button>
      </div>
      {features.length > 0 && <Added features={features} onRemove={remove} />}
      <Usual features={features} onAdd={add} />
    </div>
  )
}

type AddedProps = { features: readonly string[]; onRemove: (feature: string) => void }

function Added({ features, onRemove }: AddedProps) {
  return (
    <ul aria-label={m.control_features_list()} className="flex flex-wrap gap-2">
      {features.map((feature) => (
        <li
          key={feature}
          className="inline-flex max-w-full min-w-0 items-center rounded-full bg-acacia-tint pl-4 text-acacia-deep"
        >
          <span className="min-w-0 font-semibold">{feature}</span>
          <button
            type="button"
            aria-label={m.common_remove_item({ item: feature })}
            onClick={() => onRemove(feature)}
            className="grid size-11 shrink-0 place-items-center rounded-full"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** What many cars have, a tap each; those on the list are left out. */
function Usual({ features, onAdd }: { features: readonly string[]; onAdd: (feature: string) => void }) {
  const left = COMMON_FEATURES.filter((feature) => !hasFeature(features, feature))
  if (left.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm text-soft">{m.control_features_usual()}</legend>
      <div className="flex flex-wrap gap-2">
        {left.map((feature) => (
          <button
            key={feature}
            type="button"
            onClick={() => onAdd(feature)}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line bg-card px-3.5 text-sm font-semibold hover:border-ink"
          >
            <Plus aria-hidden="true" className="size-4 text-acacia" />
            {featureLabel(feature)}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

const LONGEST_FEATURE = 80

/** What buyers look for most, as it is stored; offered by a tap. */
const COMMON_FEATURES = Object.keys(commonFeatureLabels)

const plain = (feature: string) => feature.trim().toLowerCase()

function hasFeature(features: readonly string[], feature: string): boolean {
  return features.some((known) => plain(known) === plain(feature))
}

/** The list with one more feature; without `added` it stays as it is: what was typed is blank, known or too much. */
export function addFeature(
  features: readonly string[],
  typed: string,
): { added?: readonly string[]; duplicate: boolean } {
  const feature = typed.trim().replace(/\s+/g, ' ')
  if (feature === '') return { duplicate: false }
  if (hasFeature(features, feature)) return { duplicate: true }
  return features.length < MOST_FEATURES
    ? { added: [...features, feature], duplicate: false }
    : { duplicate: false }
}
