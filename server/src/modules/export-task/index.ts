import { module } from '../../platform/module.ts'
import { exportTaskHandlers } from './handlers.ts'
import { defineExportJobs } from './jobs.ts'

/** What this module is to the rest of the house. */
export const exportTaskModule = module({
  name: 'export-task',
  owns: ['export_task'],
  reads: ['file_object'],
  handlers: { exportTask: exportTaskHandlers },
  jobs: defineExportJobs,
  topics: { exportTask: 'everybody' },
})
