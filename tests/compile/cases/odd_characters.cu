// A tab, a form feed, accents in comments and strings, identifiers with a dollar.

__global__ void dollars(int* p) {	/* naïve café */ const int a$b = 1; *p = a$b + "é"[0]; }
