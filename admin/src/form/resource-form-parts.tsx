import { m } from '@twende/messages'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { FormProblem } from '@twende/ui/form/form-parts.tsx'
import { PictureSlots } from '@twende/ui/pictures/picture-slots.tsx'
import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ResourcePictures } from './use-resource-form.ts'

/** One subject of a form. */
export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="panel grid gap-5 p-4 sm:p-5">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  )
}

export function PicturesPart({ pictures, subject }: { pictures: ResourcePictures; subject: string }) {
  const { missing } = pictures
  return (
    <FormPart title={m.admin_common_pictures_title()}>
      <PictureSlots
        pictures={pictures.pictures}
        subject={subject}
        processing={pictures.processing}
        problems={missing ? [...pictures.problems, missing] : pictures.problems}
        onAdd={pictures.add}
        onMove={pictures.move}
        onRemove={pictures.remove}
      />
    </FormPart>
  )
}

type ConflictProps = { conflict: boolean; catchUp: (mine: boolean) => void }

/** Somebody else saved first: what to do about what was typed here. */
function ConflictNote({ conflict, catchUp }: ConflictProps) {
  return (
    <div role="alert" className="contents">
      {conflict && (
        <div className="grid gap-3 rounded-md bg-sunrise-tint px-4 py-3 text-sunrise-ink">
          <p className="flex items-start gap-2">
            <Users aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            <span>
              <Sentence
                text={m.admin_common_conflict_text()}
                marks={{ b: (text) => <strong>{text}</strong> }}
              />
            </span>
          </p>
          <div className="flex flex-wrap gap-3">
            <Button size="sm" onClick={() => catchUp(true)}>
              {m.admin_common_conflict_keep_mine()}
            </Button>
            <Button size="sm" variant="secondary" onClick={() => catchUp(false)}>
              {m.admin_common_conflict_take_theirs()}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

type SaveBarProps = ConflictProps & {
  form: { refusal: string | undefined; pending: boolean }
  yes: string
  back: string
}

/** What is in the way of saving, and the buttons, always in reach. */
export function SaveBar({ conflict, catchUp, form, yes, back }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 z-20 -mx-4 grid gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0">
      <FormProblem>{form.refusal}</FormProblem>
      <ConflictNote conflict={conflict} catchUp={catchUp} />
      <div className="flex gap-3">
        <LinkButton to={back} variant="secondary" className="flex-1 md:flex-none">
          {m.admin_common_cancel()}
        </LinkButton>
        <Button type="submit" pending={form.pending} disabled={conflict} className="flex-1 md:flex-none">
          {yes}
        </Button>
      </div>
    </div>
  )
}
