// A program with files of both kinds: this one gets errors as exceptions, both_results.cpp as results.
#include "check.hpp"

double radius_of_last(double r, std::string& error);

int main() {
    std::string error;
    CHECK(radius_of_last(2, error) == 2 && error.empty());
    CHECK(radius_of_last(-2, error) == 0 && !error.empty());
    REFUSED(refused, error.c_str(), kasuri::Shape::circle(-2));
    // What is plain data is one type in both.
    auto world = kasuri::World::create();
    CHECK(world.spawn(kasuri::Shape::circle(2)) == kasuri_body{0, 1});
    return checked("both");
}
