/* ICU's functions are macros that append its version to their names, which Swift does not see. */
#include "plural_rules.h"
#include <unicode/upluralrules.h>
#include <unicode/utypes.h>

struct tidings_plural_rules *tidings_plural_rules_open(const char *locale) {
    UErrorCode status = U_ZERO_ERROR;
    UPluralRules *rules = uplrules_open(locale, &status);
    return U_SUCCESS(status) ? (struct tidings_plural_rules *)rules : 0;
}

void tidings_plural_rules_close(struct tidings_plural_rules *rules) { uplrules_close((UPluralRules *)rules); }

int tidings_plural_category(const struct tidings_plural_rules *rules, double number, char *name, int capacity) {
    UErrorCode status = U_ZERO_ERROR;
    UChar wide[16];
    int length = uplrules_select((const UPluralRules *)rules, number, wide, 16, &status);
    if (U_FAILURE(status) || length > capacity) return 0;
    for (int index = 0; index < length; index++) name[index] = (char)wide[index];
    return length;
}
