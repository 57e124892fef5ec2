import { prescriptionLine, prescriptionOverride, rxFinding, type RxFinding } from '@dentin/contract'
import { z } from 'zod'
import type { KeptLine, Override } from './rules.ts'

const lines = z.array(prescriptionLine)
const overrides = z.array(prescriptionOverride)
const findings = z.array(rxFinding)

/** Lines as they were stored: times and money in their wire form. */
export const readLines = (stored: unknown): KeptLine[] => lines.parse(stored)
export const readOverrides = (stored: unknown): Override[] => overrides.parse(stored)
export const readFindings = (stored: unknown): RxFinding[] => findings.parse(stored)

export const storeLines = (kept: readonly KeptLine[]): string => JSON.stringify(lines.encode([...kept]))
export const storeOverrides = (kept: readonly Override[]): string => JSON.stringify(overrides.encode([...kept]))
export const storeFindings = (kept: readonly RxFinding[]): string => JSON.stringify(kept)
