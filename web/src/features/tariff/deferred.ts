import { deferred } from '../../lib/deferred.ts'

export const ClinicPriceDialog = deferred(async () => (await import('./ClinicPriceDialog.tsx')).ClinicPriceDialog)
export const CopyDialog = deferred(async () => (await import('./CopyDialog.tsx')).CopyDialog)
export const HandDownDialog = deferred(async () => (await import('./HandDownDialog.tsx')).HandDownDialog)
export const PriceDialog = deferred(async () => (await import('./PriceDialog.tsx')).PriceDialog)
export const PriceGrid = deferred(async () => (await import('./PriceGrid.tsx')).PriceGrid)
export const PriceImport = deferred(async () => (await import('./PriceImport.tsx')).PriceImport)
