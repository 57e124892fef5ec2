import { authStates, reviewStates } from '@dentin/contract/core/status'
import { daysBetween, type LocalDate } from '@dentin/kit'

/** Where something that is reviewed stands: -1 none handed in, 0 under review, 1 passed, 2 refused. */
export type AuthStatus = -1 | 0 | 1 | 2

/** What of a person's submissions decides how the certification stands. */
interface Submission {
  status: number
  isChange: boolean
}

/** How a person's submissions, the newest first, stand together. */
export function standingOf<S extends Submission>(
  newestFirst: readonly S[],
): { authStatus: AuthStatus; inForce: S | null; pending: S | null; hasUpdated: 0 | 1 } {
  const inForce = newestFirst.find((each) => reviewStates.is(each.status, 'passed')) ?? null
  const pending = newestFirst.find((each) => reviewStates.is(each.status, 'waiting')) ?? null
  const first = newestFirst[0]
  const authStatus = inForce ? 1 : pending ? 0 : first ? 2 : -1
  return { authStatus, inForce, pending, hasUpdated: inForce && pending ? 1 : 0 }
}

/** What somebody does with a certification. */
export type AuthStep = 'submit' | 'resubmit' | 'change'

const stepsFrom: Record<AuthStatus, AuthStep | null> = { [-1]: 'submit', 0: null, 1: 'change', 2: 'resubmit' }
const stateWords: Record<AuthStatus, string> = {
  [-1]: '还没有提交过认证',
  0: '资料正在审核中，审核结束后才能修改',
  1: '认证已通过，如有变化请提交变更',
  2: '认证未通过，请修改后重新提交',
}

/** Why a step is not possible from a state; null when it is. */
export function stepProblem(step: AuthStep, authStatus: AuthStatus, changePending: boolean): string | null {
  if (authStates.is(authStatus, 'passed') && changePending) return '变更正在审核中，审核结束后才能再次修改'
  return stepsFrom[authStatus] === step ? null : stateWords[authStatus]
}

/** account.user_auth after a doctor's submissions: 0 none, 1 under review, 2 certified, 3 refused. */
export function userAuthOf(authStatus: AuthStatus): number {
  return { [-1]: 0, 0: 1, 1: 2, 2: 3 }[authStatus]
}

/** Days before the end of a permit on which the administrators are told. */
const REMIND_AT = [7, 30, 60] as const

/** The reminder that is due for a permit: the smallest of 60, 30 and 7 days that has been reached; null outside. */
export function reminderDue(permitExpire: LocalDate, today: LocalDate): 60 | 30 | 7 | null {
  const left = daysBetween(today, permitExpire)
  if (left < 0) return null
  return REMIND_AT.find((days) => left <= days) ?? null
}

/** Has a permit run out? It holds through its last day. */
export function isExpired(permitExpire: LocalDate | null, today: LocalDate): boolean {
  return permitExpire !== null && permitExpire < today
}

/** A clinic's licences by their dates: 1 in force, 4 run out. */
export function licenceStatus(permitExpire: LocalDate | null, today: LocalDate): 1 | 4 {
  return isExpired(permitExpire, today) ? 4 : 1
}
