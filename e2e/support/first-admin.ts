/** The first admin of the market that the journeys use; configured at its start. */
export const firstAdmin = { email: 'keeper@twende.example', password: 'funguo za duka letu' }
/** Opens the market's metrics in the journeys. */
export const metricsToken = 'token-of-the-journeys-for-metrics'
