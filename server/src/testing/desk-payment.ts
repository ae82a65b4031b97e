/** How staff took or gave money: with an M-Pesa code, or in cash where there is none. */
export function paidWith(code = '') {
  return code === ''
    ? ({ paidBy: 'cash', note: 'At the office' } as const)
    : ({ paidBy: 'mpesa', code } as const)
}
