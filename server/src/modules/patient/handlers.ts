import type { contract } from '@dentin/contract'
import { MOST_CHOSEN } from '@dentin/contract/patient'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { answerOf } from '../../platform/wiring.ts'
import { AppError } from '../../platform/errors.ts'
import { clinicSettings } from '../clinic/index.ts'
import { reachOf, reachOfAll } from '../staff/index.ts'
import { mustReachPatient, seesAmounts, seesDigits, seesHealth, summedClinics, viewerOf, withHealth } from './access.ts'
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
import { coveredKin, coveredRow, coveredRows, sightOf } from './covering.ts'
import { exportPatients } from './export.ts'
import { chosen } from './filter.ts'
import { addToGroups, deleteFilter, deleteGroup, saveFilter, saveGroup, takeOutOfGroups } from './groups/commands.ts'
import { checkIdentity, updateIdentity, updatePhone } from './identity.ts'
import { importErrors, importTemplate } from './import/files.ts'
import { importRows, importState, latestImports } from './import/queries.ts'
import { recheckImport } from './import/check-job.ts'
import { chooseImportRows, discardImport, startImport } from './import/run.ts'
import { copyOfPatient } from './copy.ts'
import { headsOfImport, uploadImport } from './import/upload.ts'
import { addKin, deleteKin, kinOf, updateKin } from './kin.ts'
import { groupsOfPatient, keptFilters, listGroups, tagsInUse } from './groups/queries.ts'
import {
  chosenByFilter,
  countTabs,
  listPatients,
  namedPatients,
  patientAccount,
  patientDetail,
  patientInformation,
  searchPatients,
  type FileViewer,
} from './queries.ts'
import { answerFileRequest, askForFile, fileRequests, findElsewhere, setSharing, sharing } from './sharing.ts'

const VIEW = '/allTimePatients:view'
const EDIT = '/allTimePatients:edit'
const EXPORT = '/allTimePatients:export'
const GROUP = '/allTimePatients:group'
const PHONE = '/field:phone'
const ID_NUMBER = '/field:idNumber'
const RECORDS = '/patientMedicalRecord:view'

/** How far somebody's say over groups goes: 0 not at all, 1 one's own, else as far as shared ones may be changed. */
const groupScope = (context: ClinicContext): number =>
  context.can(GROUP) ? (context.scopeOf('/allTimePatients:share') ?? 1) : 0
/** Who is at work, with the name that stays beside what they did. */
const actorOf = (context: ClinicContext) => ({ ...viewerOf(context), actorName: context.actorName })

const deskOf = (context: ClinicContext, ...resources: (typeof VIEW | typeof EDIT)[]): Desk => ({
  clinicId: context.clinicId,
  employeeId: context.employeeId,
  actorName: context.actorName,
  reach: reachOfAll(context, ...resources),
  health: seesHealth(context),
  required: [],
})

/** The same with what the clinic asks for in a new file. */
const askingDesk = async (context: ClinicContext): Promise<Desk> => ({
  ...deskOf(context, VIEW),
  required: (await clinicSettings(context.tx, context.clinicId)).patientRequired,
})

/** Whoever sees a number with stars does not write over it. */
async function mustSeeWhole(context: ClinicContext, field: typeof PHONE | typeof ID_NUMBER, id: string): Promise<void> {
  await mustReachPatient(context, id)
  if (!(await sightOf(context, [id])).whole(field, { patientId: id }))
    throw new AppError('FORBIDDEN', { message: '没有查看完整号码的权限，不能修改' })
}

/** Whoever looks at one file. */
const fileViewerOf = (context: ClinicContext): FileViewer => ({
  reach: reachOf(context, VIEW),
  records: context.can(RECORDS) ? reachOf(context, RECORDS) : null,
  clinicIds: summedClinics(context),
  sees: seesAmounts(context),
})

/** Rows of patients as they may leave: numbers covered, and without what is known of their health for whom that does not concern. */
const ofThemselves = async <Row extends Shown>(context: ClinicContext, rows: readonly Row[]): Promise<Row[]> =>
  (await coveredRows(context, rows, ({ id }) => ({ patientId: id }), { within: reachOf(context, VIEW) })).map((row) =>
    withHealth(context, row),
  )
type Shown = { id: string; mobile: string | null }

/** Whom a keyword finds, as a search shows them. */
export const findPatients = async (
  context: ClinicContext,
  keyword: string,
  how: Parameters<typeof searchPatients>[4] = {},
) =>
  ofThemselves(
    context,
    await searchPatients(context.tx, keyword, reachOf(context, VIEW), seesDigits(context, VIEW), how),
  )

/** The same of patients who are known. */
export const lookUpPatients = async (context: ClinicContext, ids: readonly string[]) =>
  ofThemselves(context, await namedPatients(context.tx, ids, reachOf(context, VIEW)))

/** The file that came with a request. @throws AppError BAD_INPUT without one */
function chosenFile<F>(file: F | undefined): F {
  if (!file) throw new AppError('BAD_INPUT', { message: '请选择要导入的文件' })
  return file
}

export const patientHandlers: Handlers<typeof contract.patient> = {
  create: async (context, input) => createPatient(context.tx, input, await askingDesk(context)),

  update: (context, input) => updatePatient(context.tx, input, deskOf(context, VIEW, EDIT)),

  async get(context, { id }) {
    const file = await patientDetail(context.tx, id, reachOf(context, VIEW))
    await context.tx.note('view', 'patient', id, { patientId: id })
    const sight = await sightOf(context, [id])
    const covered = sight.fieldsCovered(file, { patientId: id })
    const shown = withHealth(context, sight.covered(file, { patientId: id }))
    return { ...shown, covered, masked: covered.length > 0 }
  },

  async information(context, { id }) {
    const found = await patientInformation(context.tx, id, fileViewerOf(context))
    return withHealth(context, await coveredRow(context, found, { patientId: id }))
  },

  copy: copyOfPatient,

  account: (context, { id }) => patientAccount(context.tx, id, fileViewerOf(context)),

  async list(context, input) {
    const page = await listPatients(context.tx, input, viewerOf(context))
    return { ...page, list: await ofThemselves(context, page.list) }
  },

  async everybody(context, input) {
    const viewer = viewerOf(context)
    return chosenByFilter(context.tx, await chosen(context.tx, input, viewer), MOST_CHOSEN)
  },

  export: (context, input) =>
    exportPatients(context, input, { ...viewerOf(context), reach: reachOfAll(context, VIEW, EXPORT) }),

  tabCounts: (context) => countTabs(context.tx, viewerOf(context)),

  search: (context, { keyword, archived }) => findPatients(context, keyword, { archivedToo: archived === '1' }),

  async timeline(context, input) {
    await mustReachPatient(context, input.id)
    return answerOf(context.tx, 'patient', ({ timeline }) => timeline)(context.tx, input, fileViewerOf(context))
  },

  async toothConditions(context, { id }) {
    await mustReachPatient(context, id)
    return answerOf(context.tx, 'patient', ({ toothConditions }) => toothConditions)(
      context.tx,
      id,
      reachOf(context, RECORDS),
    )
  },

  async saveOperation(context, { operName, patientId }) {
    if (patientId) await mustReachPatient(context, patientId)
    await context.tx.note('hint', 'operation', null, { patientId: patientId ?? null, after: { operName } })
    return null
  },

  groupList: (context, { counts }) => listGroups(context.tx, viewerOf(context), groupScope(context), counts === '1'),
  groupSave: (context, input) => saveGroup(context.tx, input, actorOf(context), groupScope(context)),
  groupAdd: (context, input) => addToGroups(context.tx, input, viewerOf(context), groupScope(context)),
  groupDelete: (context, { id }) => deleteGroup(context.tx, viewerOf(context), groupScope(context), id),
  groupTakeOut: (context, input) => takeOutOfGroups(context.tx, input, viewerOf(context), groupScope(context)),
  async groupsOfPatient(context, { patientId }) {
    await mustReachPatient(context, patientId)
    return groupsOfPatient(context.tx, viewerOf(context), groupScope(context), patientId)
  },
  async leaveGroup(context, { groupId, patientId }) {
    await mustReachPatient(context, patientId)
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
  async archivedList(context, input) {
    const page = await archivedPatients(context.tx, input, viewerOf(context))
    return { ...page, list: await ofThemselves(context, page.list) }
  },
  remove: (context, input) => deletePatients(context.tx, input, actorOf(context)),
  async binList(context, input) {
    const page = await patientsInBin(context.tx, input, viewerOf(context))
    return { ...page, list: await ofThemselves(context, page.list) }
  },
  restore: (context, { patientIds }) => restorePatients(context.tx, patientIds, viewerOf(context)),

  async birthdays(context, input) {
    const page = await birthdays(context.tx, input, viewerOf(context))
    return { ...page, list: await ofThemselves(context, page.list) }
  },
  greet: (context, input) => greet(context.tx, input, actorOf(context)),
  async updatePhone(context, input) {
    await mustSeeWhole(context, PHONE, input.id)
    return updatePhone(context.tx, input, deskOf(context, VIEW, EDIT))
  },
  identityCheck: (context, input) => checkIdentity(context.tx, input, viewerOf(context)),
  async identityUpdate(context, input) {
    await mustSeeWhole(context, ID_NUMBER, input.id)
    return updateIdentity(context.tx, input, deskOf(context, VIEW, EDIT))
  },
  async kinList(context, { patientId }) {
    await mustReachPatient(context, patientId)
    return coveredKin(context, patientId, await kinOf(context.tx, patientId, viewerOf(context)))
  },
  kinAdd: (context, input) => addKin(context.tx, input, viewerOf(context)),
  kinUpdate: (context, input) => updateKin(context.tx, input, viewerOf(context)),
  kinDelete: (context, { id }) => deleteKin(context.tx, id, viewerOf(context)),

  sharing,
  setSharing,
  findElsewhere,
  askForFile,
  fileRequests,
  answerFileRequest,

  importTemplate,
  importHeads: (context, { file }) => headsOfImport(context, chosenFile(file)),
  importUpload: (context, { file, columns }) => uploadImport(context, chosenFile(file), columns),
  importCheck: recheckImport,
  importDetail: ({ tx }, { id }) => importState(tx, id),
  importLatest: ({ tx, clinicId }) => latestImports(tx, clinicId),
  importRows: (context, input) => importRows(context.tx, input, reachOf(context, VIEW)),
  importChoose: chooseImportRows,
  importErrors: (context, { id }) => importErrors(context, id),
  importRun: startImport,
  importDiscard: (context, { id }) => discardImport(context, id),
}
