import { signIn } from '@twende/ui/accounts/session.ts'

/** Somebody is signed in, as after a reload: by a token that says who. */
export function signInAs(name: string, id = 'somebody') {
  signIn(`head.${btoa(JSON.stringify({ id, role: 'user', name }))}.signature`)
}
