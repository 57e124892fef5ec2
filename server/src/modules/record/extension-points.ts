import type { RecordContent, RecordType } from '@dentin/contract'
import type { ClinicContext } from '../../platform/http/context.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

/** The visit of a record, and what was done. */
export interface DoneAtVisit {
  clinicId: string
  patientId: string
  tariffIds: readonly string[]
  /** null: written without a registration. */
  registrationId: string | null
  visitTime: Date
  /** The lines of treatment plans that it did. */
  planLineIds: readonly string[]
}
/** The consents that what was done asks for and that nobody has signed in time. */
export type ConsentsOfRecord = (tx: TenantTx, done: DoneAtVisit) => Promise<{ key: string; name: string }[]>

/** A consent of a record, as its sheet says it. */
export interface ConsentBeside {
  name: string
  required: boolean
  status: number | null
  signerName: string
  signTime: Date | null
  /** Who approved it in an emergency; '' nobody. */
  approvedName: string
  approvedAt: Date | null
}

/** A prescription that a record has, as far as the quality list asks. */
export interface PrescriptionOfRecord {
  rxNo: string
  diagnosis: string
  /** Antibiotics for the whole body, by name. */
  antibiotics: string[]
  /** What speaks against its drugs by allergy, pregnancy or age, and no second person has signed for. */
  unresolved: string[]
}
/** The prescriptions of a record that are in force, checked against what is known now. */
export type PrescriptionsOfRecord = (context: ClinicContext, recordId: string) => Promise<PrescriptionOfRecord[]>

/** A record that is being begun at a visit. */
export interface BegunRecord {
  recordType: RecordType
  patientId: string
  doctorId: string
}
/** What a kind of record begins with: its own sections, and a complaint where the visit has none. */
export interface Beginning {
  sections: Partial<RecordContent>
  complaint: string
}
/** What is begun beside a record that now stands. */
export type BesideRecord = (
  context: ClinicContext,
  of: BegunRecord & { recordId: string; visitTime: Date },
) => Promise<void>
/** A record whose standing changes. */
export interface RecordInHand {
  id: string
  patientId: string
  recordType: RecordType
}
/** A text that is being saved, of whom and of which visit. */
export interface TextToCheck {
  id: string
  patientId: string
  visitTime: Date
  content: RecordContent
}
/** What can't be as it is written, with the field of the record. */
export type TextProblems = (tx: TenantTx, text: TextToCheck) => Promise<{ field: string; message: string }[]>

/** Sections that the calls of a kind write. */
export type OwnSections = Partial<Pick<RecordContent, 'perio'>>

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    record?: {
      consentsLacking?: ConsentsOfRecord
      /** What a kind begins with; undefined: not one of its kinds. */
      beginningOf?: (context: ClinicContext, of: BegunRecord) => Promise<Beginning | undefined>
      begun?: BesideRecord
      /** What the own section of a kind says now, when a text is opened again; undefined: not one of its kinds. */
      ownSections?: (tx: TenantTx, record: RecordInHand, text: RecordContent) => Promise<OwnSections | undefined>
      /** A record was deleted; it was brought back. */
      removed?: (context: ClinicContext, record: RecordInHand) => Promise<void>
      restored?: (context: ClinicContext, record: RecordInHand) => Promise<void>
      problemsOf?: TextProblems
      consentsBeside?: (tx: TenantTx, recordId: string, done: DoneAtVisit) => Promise<ConsentBeside[]>
      /** A record was signed: what covers it belongs to it from now on. */
      signed?: (tx: TenantTx, recordId: string, done: DoneAtVisit) => Promise<void>
      prescriptionsOf?: PrescriptionsOfRecord
      /** Whether a periodontal chart of the patient was made between two moments. */
      chartedBetween?: (tx: TenantTx, patientId: string, from: Date, to: Date) => Promise<boolean>
    }
  }
}

/** What the modules that keep consents say of a visit. */
export async function consentsLacking(tx: TenantTx, done: DoneAtVisit): Promise<string[]> {
  const asked = tx.parts('record').flatMap(({ consentsLacking: ask }) => ask ?? [])
  const answers = await Promise.all(asked.map((ask) => ask(tx, done)))
  return answers.flat().map(({ name }) => name)
}

/** What the modules that keep prescriptions say of a record. */
export async function prescriptionsOf(context: ClinicContext, recordId: string): Promise<PrescriptionOfRecord[]> {
  const asked = context.tx.parts('record').flatMap(({ prescriptionsOf: ask }) => ask ?? [])
  return (await Promise.all(asked.map((ask) => ask(context, recordId)))).flat()
}

/** Whether the modules that keep periodontal charts have one of a patient from this moment until before that one. */
export async function chartedBetween(tx: TenantTx, patientId: string, from: Date, to: Date): Promise<boolean> {
  const asked = tx.parts('record').flatMap(({ chartedBetween: ask }) => ask ?? [])
  return (await Promise.all(asked.map((ask) => ask(tx, patientId, from, to)))).some(Boolean)
}

/** The consents of a record, as the modules that keep them say. */
export async function consentsBeside(tx: TenantTx, recordId: string, done: DoneAtVisit): Promise<ConsentBeside[]> {
  const asked = tx.parts('record').flatMap(({ consentsBeside: ask }) => ask ?? [])
  return (await Promise.all(asked.map((ask) => ask(tx, recordId, done)))).flat()
}

export async function tellSigned(tx: TenantTx, recordId: string, done: DoneAtVisit): Promise<void> {
  for (const { signed } of tx.parts('record')) await signed?.(tx, recordId, done)
}

/** What a record of a kind begins with, as the module of the kind says. */
export async function beginningOf(context: ClinicContext, begun: BegunRecord): Promise<Beginning> {
  for (const { beginningOf: ask } of context.tx.parts('record')) {
    const found = await ask?.(context, begun)
    if (found) return found
  }
  return { sections: {}, complaint: '' }
}

/** What the own sections of a record say now, as the module of its kind says; undefined where it has none. */
export async function ownSectionsNow(
  tx: TenantTx,
  record: RecordInHand,
  text: RecordContent,
): Promise<OwnSections | undefined> {
  for (const { ownSections: ask } of tx.parts('record')) {
    const found = await ask?.(tx, record, text)
    if (found) return found
  }
  return undefined
}

export async function tellRemoved(context: ClinicContext, record: RecordInHand): Promise<void> {
  for (const { removed } of context.tx.parts('record')) await removed?.(context, record)
}

export async function tellRestored(context: ClinicContext, record: RecordInHand): Promise<void> {
  for (const { restored } of context.tx.parts('record')) await restored?.(context, record)
}

/** Tells the modules of kinds that a record was begun. */
export async function tellBegun(context: ClinicContext, of: Parameters<BesideRecord>[1]): Promise<void> {
  for (const { begun } of context.tx.parts('record')) await begun?.(context, of)
}

/** What the modules of kinds find impossible in a text. */
export async function problemsOfKinds(tx: TenantTx, text: TextToCheck): Promise<{ field: string; message: string }[]> {
  const asked = tx.parts('record').flatMap(({ problemsOf: ask }) => ask ?? [])
  return (await Promise.all(asked.map((ask) => ask(tx, text)))).flat()
}
