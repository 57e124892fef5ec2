/** What the form of a member of staff sends, with what the test wants otherwise. */
export const staffForm = (over: Record<string, unknown> = {}) => ({
  name: '薛小满',
  gender: 1 as const,
  phone: '',
  jobNumber: '',
  jobType: 2 as const,
  workType: 1 as const,
  titlePost: '护士',
  specialty: [],
  introduction: '',
  isDoctor: false,
  isConsultant: false,
  discountLimit: 100,
  colour: '',
  entryDate: null,
  ...over,
})
