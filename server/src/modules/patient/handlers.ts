import type { contract } from '@dentin/contract'
import { maskIdNumber, maskPhone } from '@dentin/kit'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { AppError } from '../../platform/errors.ts'
import { clinicSettings } from '../clinic/index.ts'
import { reachOf, seesAmounts, viewerOf } from './access.ts'
import {
  archivedPatients,
  archivePatients,
  archiveStanding,
  deletePatients,
  patientsInBin,
  restorePatients,
  unarchivePatients,
} from './archive.ts'
import { birthdays, greet } from './birthdays.ts'
import { createPatient, updatePatient, type Desk } from './commands.ts'
import { exportPatients } from './export.ts'
import { addToGroups, deleteFilter, deleteGroup, saveFilter, saveGroup, takeOutOfGroups } from './groups/commands.ts'
import { checkIdentity, updateIdentity, updatePhone } from './identity.ts'
import { importErrors, importTemplate } from './import/files.ts'
import { importRows, importState, latestImports } from './import/queries.ts'
import { recheckImport } from './import/look.ts'
import { chooseImportRows, discardImport, startImport } from './import/run.ts'
import { copyOfPatient } from './copy.ts'
import { uploadImport } from './import/upload.ts'
import { addKin, deleteKin, kinOf, updateKin } from './kin.ts'
import { groupsOfPatient, keptFilters, listGroups, tagsInUse } from './groups/queries.ts'
import {
  countTabs,
  listPatients,
  patientAccount,
  patientDetail,
  patientInformation,
  patientInReach,
  searchPatients,
  toothConditions,
  visitTimeline,
} from './queries.ts'

const VIEW = '/allTimePatients:view'
const EDIT = '/allTimePatients:edit'
const EXPORT = '/allTimePatients:export'
const GROUP = '/allTimePatients:group'
const PHONE = '/field:phone'
const ID_NUMBER = '/field:idNumber'

/** How far somebody's say over groups goes: 0 not at all, 1 one's own, else as far as shared ones may be changed. */
const groupScope = (context: ClinicContext): number =>
  context.can(GROUP) ? (context.scopeOf('/allTimePatients:share') ?? 1) : 0
/** Who is at work, with the name that stays beside what they did. */
const actorOf = (context: ClinicContext) => ({ ...viewerOf(context), actorName: context.actorName })

const deskOf = (context: ClinicContext, ...resources: (typeof VIEW | typeof EDIT)[]): Desk => ({
  clinicId: context.clinicId,
  employeeId: context.employeeId,
  actorName: context.actorName,
  reach: reachOf(context, ...resources),
  required: [],
})

/** The same with what the clinic asks for in a new file. */
const askingDesk = async (context: ClinicContext): Promise<Desk> => ({
  ...deskOf(context, VIEW),
  required: (await clinicSettings(context.tx, context.clinicId)).patientRequired,
})

/** Whoever sees a number with stars does not write over it. */
function mustSeeWhole(context: ClinicContext, field: typeof PHONE | typeof ID_NUMBER): void {
  if (!context.can(field)) throw new AppError('FORBIDDEN', { message: '没有查看完整号码的权限，不能修改' })
}

/** Sums of other clinics are for whoever sees the whole chain. */
const billsOf = (context: ClinicContext) => context.clinicsOf(VIEW)

async function mustSee(context: ClinicContext, id: string): Promise<void> {
  if (!(await patientInReach(context, id))) throw new AppError('NOT_FOUND')
}

const covered = (text: string | null, by: (text: string) => string) => (text === null ? null : by(text))

export const patientHandlers: Handlers<typeof contract.patient> = {
  create: async (context, input) => createPatient(context.tx, input, await askingDesk(context)),

  update: (context, input) => updatePatient(context.tx, input, deskOf(context, VIEW, EDIT)),

  async get(context, { id }) {
    const file = await patientDetail(context.tx, id, reachOf(context, VIEW))
    await context.tx.note('view', 'patient', id, { patientId: id })
    // A doctor's grant covers his own patients, and this file is one of them or he would not see it at all.
    const phones = context.can(PHONE)
      ? {}
      : { mobile: covered(file.mobile, maskPhone), mobile2: covered(file.mobile2, maskPhone) }
    const numbers = context.can(ID_NUMBER)
      ? {}
      : { idNo: covered(file.idNo, maskIdNumber), medicareNo: covered(file.medicareNo, maskIdNumber) }
    return { ...file, ...phones, ...numbers, masked: !context.can(PHONE) || !context.can(ID_NUMBER) }
  },

  information: (context, { id }) => patientInformation(context.tx, id, reachOf(context, VIEW), seesAmounts(context)),

  copy: copyOfPatient,

  account: (context, { id }) =>
    patientAccount(context.tx, id, {
      reach: reachOf(context, VIEW),
      clinicIds: billsOf(context),
      sees: seesAmounts(context),
    }),

  list: (context, input) => listPatients(context.tx, input, viewerOf(context)),

  export: (context, input) =>
    exportPatients(
      context,
      input,
      { ...viewerOf(context), reach: reachOf(context, VIEW, EXPORT) },
      {
        phones: context.can(PHONE),
        idNumbers: context.can(ID_NUMBER),
      },
    ),

  tabCounts: (context) => countTabs(context.tx, reachOf(context, VIEW), seesAmounts(context)),

  search: (context, { keyword, archived }) =>
    searchPatients(context.tx, keyword, reachOf(context, VIEW), archived === '1'),

  async timeline(context, input) {
    await mustSee(context, input.id)
    return visitTimeline(context.tx, input, billsOf(context), seesAmounts(context))
  },

  async toothConditions(context, { id }) {
    await mustSee(context, id)
    return toothConditions(context.tx, id)
  },

  async saveOperation(context, { operName, patientId }) {
    if (patientId) await mustSee(context, patientId)
    await context.tx.note('hint', 'operation', null, { patientId: patientId ?? null, after: { operName } })
    return null
  },

  groupList: (context, { counts }) => listGroups(context.tx, viewerOf(context), groupScope(context), counts === '1'),
  groupSave: (context, input) => saveGroup(context.tx, input, actorOf(context), groupScope(context)),
  groupAdd: (context, input) => addToGroups(context.tx, input, viewerOf(context), groupScope(context)),
  groupDelete: (context, { id }) => deleteGroup(context.tx, viewerOf(context), groupScope(context), id),
  groupTakeOut: (context, input) => takeOutOfGroups(context.tx, input, viewerOf(context), groupScope(context)),
  async groupsOfPatient(context, { patientId }) {
    await mustSee(context, patientId)
    return groupsOfPatient(context.tx, viewerOf(context), groupScope(context), patientId)
  },
  async leaveGroup(context, { groupId, patientId }) {
    await mustSee(context, patientId)
    const from = { groupIds: [groupId], patientIds: [patientId] }
    await takeOutOfGroups(context.tx, from, viewerOf(context), groupScope(context))
    return null
  },
  tags: (context) => tagsInUse(context.tx),
  filterList: (context) => keptFilters(context.tx, viewerOf(context)),
  filterSave: (context, input) => saveFilter(context.tx, input, viewerOf(context)),
  filterDelete: (context, { id }) => deleteFilter(context.tx, context.employeeId, id),

  archiveCheck: (context, { patientIds }) => archiveStanding(context.tx, patientIds, viewerOf(context)),
  archive: (context, input) => archivePatients(context.tx, input, actorOf(context)),
  unarchive: (context, { patientIds }) => unarchivePatients(context.tx, patientIds, viewerOf(context)),
  archivedList: (context, input) => archivedPatients(context.tx, input, viewerOf(context)),
  remove: (context, input) => deletePatients(context.tx, input, actorOf(context)),
  binList: (context, input) => patientsInBin(context.tx, input, viewerOf(context)),
  restore: (context, { patientIds }) => restorePatients(context.tx, patientIds, viewerOf(context)),

  birthdays: (context, input) => birthdays(context.tx, input, viewerOf(context), context.can(PHONE)),
  greet: (context, input) => greet(context.tx, input, actorOf(context)),
  async updatePhone(context, input) {
    mustSeeWhole(context, PHONE)
    return updatePhone(context.tx, input, deskOf(context, VIEW, EDIT))
  },
  identityCheck: (context, input) => checkIdentity(context.tx, input, viewerOf(context)),
  async identityUpdate(context, input) {
    mustSeeWhole(context, ID_NUMBER)
    return updateIdentity(context.tx, input, deskOf(context, VIEW, EDIT))
  },
  async kinList(context, { patientId }) {
    await mustSee(context, patientId)
    return kinOf(context.tx, patientId, viewerOf(context), context.can(PHONE))
  },
  kinAdd: (context, input) => addKin(context.tx, input, viewerOf(context)),
  kinUpdate: (context, input) => updateKin(context.tx, input, viewerOf(context)),
  kinDelete: (context, { id }) => deleteKin(context.tx, id, viewerOf(context)),

  importTemplate,
  async importUpload(context, { file }) {
    if (!file) throw new AppError('BAD_INPUT', { message: '请选择要导入的文件' })
    return uploadImport(context, file)
  },
  importCheck: recheckImport,
  importDetail: ({ tx }, { id }) => importState(tx, id),
  importLatest: ({ tx, clinicId }) => latestImports(tx, clinicId),
  importRows: (context, input) => importRows(context.tx, input, reachOf(context, VIEW)),
  importChoose: chooseImportRows,
  importErrors: (context, { id }) => importErrors(context, id),
  importRun: startImport,
  importDiscard: (context, { id }) => discardImport(context, id),
}
