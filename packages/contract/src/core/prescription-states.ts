import { states } from './states.ts'

/** A prescription. One that an auditor has handed back still waits: its writer changes it. */
export const prescriptionStates = states(
  {
    waiting: [0, '待审', 'waiting'],
    audited: [1, '已审', 'ready'],
    charged: [2, '已收费', 'underWay'],
    dispensed: [3, '已发药', 'done'],
    returned: [4, '已退药', 'partBack'],
    void: [5, '作废', 'ended'],
  },
  {
    /** May be handed out. */
    toDispense: ['audited', 'charged'],
    /** Counts as taken: what the checks of later prescriptions look at. */
    inForce: ['waiting', 'audited', 'charged', 'dispensed'],
  },
  {
    edit: { from: ['waiting'], to: [] },
    /** The auditor hands it back to its writer. */
    refuse: { from: ['waiting'], to: [] },
    /** The result of a skin test is written down. */
    test: { from: ['waiting', 'audited', 'charged'], to: [] },
    audit: { from: ['waiting'], to: ['audited'] },
    charge: { from: ['audited'], to: ['charged'] },
    /** The charge was taken back. */
    uncharge: { from: ['charged'], to: ['audited'] },
    dispense: { from: ['toDispense'], to: ['dispensed'] },
    giveBack: { from: ['dispensed'], to: ['returned'] },
    void: { from: ['waiting', 'audited'], to: ['void'] },
  },
)
