import type { DrillColumn } from './figure.ts'

/** A column of a source's rows. */
export const column = (
  key: string,
  title: string,
  value: DrillColumn['value'],
  unit: DrillColumn['unit'] = 'text',
): DrillColumn => ({ key, title, value, unit })
