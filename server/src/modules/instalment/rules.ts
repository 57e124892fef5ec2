import { dunningStates } from '@dentin/contract/instalment'
import { planInstalments, type Instalment, type InstalmentTerms, type LocalDate } from '@dentin/kit'
import { AppError } from '../../platform/errors.ts'

/**
 * How far one is with a patient: a promise holds until its day has passed.
 * @param last the latest call; undefined when nobody has called yet
 */
export function dunningOf(last: { promiseDate: LocalDate | null } | undefined, today: LocalDate): number {
  if (!last) return dunningStates.code.untouched
  if (last.promiseDate === null) return dunningStates.code.called
  return last.promiseDate >= today ? dunningStates.code.promised : dunningStates.code.broken
}

/** The parts of an agreement; terms that leave nothing for a part are refused beside their field. */
export function partsOf(terms: InstalmentTerms, today: LocalDate): Instalment[] {
  const refuse = (field: string, message: string): never => {
    throw new AppError('INSTALMENT_TERMS', { message, fields: [{ field, message }] })
  }
  let parts: Instalment[]
  try {
    parts = planInstalments(terms)
  } catch {
    return refuse('count', '期数太多，每期不到一分钱或一元钱')
  }
  if ((parts[0] as Instalment).dueDate < today) refuse('firstDue', '首期应付日不能早于今天')
  return parts
}
