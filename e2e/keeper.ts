/** The market's first admin in the journeys; configured at its start. */
export const keeper = { email: 'keeper@twende.example', password: 'funguo za duka letu' }
/** Opens the market's metrics in the journeys. */
export const metricsToken = 'token-of-the-journeys-for-metrics'
