/** Where the statement of a unit for a month is printed. */
export const statementLink = (unitId: string, month: string): string => `/print/unitStatement/${unitId}?month=${month}`

/** Where a bill and a patient's file stand. */
export interface UnitLinks {
  bill: (patientId: string, billId: string) => string
  patient: (patientId: string) => string
  /** The list of units; null for whoever may not keep it. */
  units: string | null
}
