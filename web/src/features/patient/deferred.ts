import { deferred } from '../../lib/deferred.ts'

/** The form of a patient's file, loaded when it is opened. */
export const PatientDialog = deferred(async () => (await import('./PatientDialog.tsx')).PatientDialog)

export const AskForFile = deferred(async () => (await import('./AskForFile.tsx')).AskForFile)

/** What the list opens beside itself, fetched once it stands. */
export const MoreFilters = deferred(async () => (await import('./MoreFilters.tsx')).MoreFilters)
export const PatientPeek = deferred(async () => (await import('./PatientPeek.tsx')).PatientPeek)

export const Groups = deferred(async () => (await import('./Groups.tsx')).Groups)
export const AddToGroup = deferred(async () => (await import('./AddToGroup.tsx')).AddToGroup)
export const ArchiveDialog = deferred(async () => (await import('./ArchiveDialog.tsx')).ArchiveDialog)
export const ImportDialog = deferred(async () => (await import('./ImportDialog.tsx')).ImportDialog)
export const CopyDialog = deferred(async () => (await import('./CopyDialog.tsx')).CopyDialog)
export const DeleteDialog = deferred(async () => (await import('./DeleteDialog.tsx')).DeleteDialog)
export const SaveFilter = deferred(async () => (await import('./SaveFilter.tsx')).SaveFilter)
export const Birthdays = deferred(async () => (await import('./Birthdays.tsx')).Birthdays)
export const PhoneDialog = deferred(async () => (await import('./IdentityDialogs.tsx')).PhoneDialog)
export const IdentityDialog = deferred(async () => (await import('./IdentityDialogs.tsx')).IdentityDialog)
