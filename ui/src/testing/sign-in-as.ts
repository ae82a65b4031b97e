import { type SessionOwner, signIn } from '@twende/ui/accounts/session.ts'

/** Somebody is signed in, as after a reload: by a token that says who. */
export function signInAs(name: string, id = 'somebody', role: SessionOwner['role'] = 'user') {
  signIn(`head.${btoa(JSON.stringify({ id, role, name }))}.signature`)
}
