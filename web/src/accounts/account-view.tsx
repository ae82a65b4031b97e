import type { Profile } from '@twende/contract/accounts/profile-routes.ts'
import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { FreshProofs } from '@twende/ui/accounts/fresh-proofs.tsx'
import { SectionHeading } from '@twende/ui/controls/layout.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { Suspense } from 'react'
import { AccountData } from './account-data.tsx'
import { AccountDetails } from './account-details.tsx'
import { AccountMails } from './account-mails.tsx'
import { AccountPassword } from './account-password.tsx'
import { AccountSection } from './account-section.tsx'
import { AccountSessions } from './account-sessions.tsx'

const AccountSecurity = later(() =>
  import('./second-factors/account-security.tsx').then((module) => module.AccountSecurity),
)

/** One's own account: who one is, what mails come, how one logs in, and what is kept. */
export function AccountView({ profile }: { profile: Profile }) {
  return (
    <>
      <SectionHeading as="h1" title="My Account">
        {profile.email}, with us since{' '}
        <span className="figures">{showDay(nairobiDay(new Date(profile.memberSince)))}</span>
      </SectionHeading>
      <div className="mt-8 max-w-5xl">
        <AccountSection title="You" words="How we greet you, and where we call if a plan changes.">
          <AccountDetails key={`${profile._id} ${profile.phone}`} profile={profile} />
        </AccountSection>
        <AccountSection title="Emails" words="Mails about money and safety always come.">
          <AccountMails key={profile._id} chosen={profile.notifications} />
        </AccountSection>
        <AccountSection title="Password" words="Changing it logs every other device out.">
          <AccountPassword email={profile.email} />
        </AccountSection>
        <AccountSection
          title="Sign-in security"
          words="A second step after the password: who learns your password alone cannot log in."
        >
          <Suspense fallback={<p aria-busy="true" className="min-h-24" />}>
            <AccountSecurity key={profile._id} />
          </Suspense>
        </AccountSection>
        <AccountSection
          title="Devices"
          words="Where you are logged in. Lost a phone, or used a computer that is not yours? End its session."
        >
          <AccountSessions />
        </AccountSection>
        <AccountSection title="Your data" words="It is yours: take it with you, or have it deleted.">
          <AccountData />
        </AccountSection>
      </div>
      <FreshProofs />
    </>
  )
}
