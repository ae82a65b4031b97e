/** The market's first admin in the journeys; configured at its start. */
export const keeper = { email: 'keeper@twende.example', password: 'funguo za duka letu' }
