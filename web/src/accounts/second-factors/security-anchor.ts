/** Where the account page tells of second factors; not among the links, which every page fetches. */
export const SECURITY_ANCHOR = 'sign-in-security'
