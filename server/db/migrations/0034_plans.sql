-- Plans are kept where one serves all (plan_cache_mode auto). Inside these functions none does: what a word is found by
-- depends on the word.
alter function app.search_patient_ids(uuid, text, int) set plan_cache_mode to force_custom_plan;
alter function app.tagged_patient_ids(uuid, text[]) set plan_cache_mode to force_custom_plan;
alter function app.diagnosed_patient_ids(uuid, text) set plan_cache_mode to force_custom_plan;
