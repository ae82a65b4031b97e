import { m } from '@twende/messages'
import { type ComponentType, useId } from 'react'
import { Page, pageTitle } from '../frame/page.tsx'

import { ButtonSamples, DialogSamples, StatusSamples, ToastSamples } from './control-samples.tsx'
import { ChoiceSamples, DateSamples, FieldSamples, PictureSamples } from './field-samples.tsx'
import { ListSamples, StateSamples } from './list-samples.tsx'

export const meta = () => pageTitle(m.admin_controls_title())

const groups: readonly { title: () => string; Samples: ComponentType }[] = [
  { title: m.admin_controls_buttons, Samples: ButtonSamples },
  { title: m.admin_controls_fields, Samples: FieldSamples },
  { title: m.admin_controls_dates, Samples: DateSamples },
  { title: m.admin_controls_choices, Samples: ChoiceSamples },
  { title: m.common_status, Samples: StatusSamples },
  { title: m.admin_controls_lists, Samples: ListSamples },
  { title: m.admin_controls_dialogs, Samples: DialogSamples },
  { title: m.admin_menu_messages, Samples: ToastSamples },
  { title: m.common_pictures, Samples: PictureSamples },
  { title: m.admin_controls_states, Samples: StateSamples },
]

/** Every control of `ui/` in every state, for those who work on it. No other page links to it. */
export default function ControlsPage() {
  return (
    <Page title={m.admin_controls_title()} intro={m.admin_controls_text()}>
      {groups.map(({ title, Samples }) => (
        <Group key={title()} title={title()} Samples={Samples} />
      ))}
    </Page>
  )
}

function Group({ title, Samples }: { title: string; Samples: ComponentType }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <div className="panel mt-3 grid min-w-0 grid-cols-1 gap-6 p-4 sm:p-6">
        <Samples />
      </div>
    </section>
  )
}
