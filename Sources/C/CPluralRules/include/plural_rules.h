#ifndef TIDINGS_PLURAL_RULES_H
#define TIDINGS_PLURAL_RULES_H
/* The plural rules of a language, from Unicode's data in ICU; null when there are none. */
struct tidings_plural_rules;
struct tidings_plural_rules *tidings_plural_rules_open(const char *locale);
void tidings_plural_rules_close(struct tidings_plural_rules *rules);
/* Writes the name of a number's category in ASCII, without a zero at its end; answers its length, or 0 on an error. */
int tidings_plural_category(const struct tidings_plural_rules *rules, double number, char *name, int capacity);
#endif
